import type { Plain } from '../../../pb/Host.ts'
import type { Record } from '../../../pb/Record.ts'
import type { HookDao } from '../HookDao.ts'
import type { HostFile } from '../HostFile.ts'
import type { HttpContext } from '../HttpContext.ts'
import type { ScriptRunner } from '../ScriptRunner.ts'
import { Form, type Interceptor, runIntercepted } from './Form.ts'

/** The properties that scripts can set beside `loadData`. */
const properties = ['id', 'username', 'email', 'emailVisibility', 'verified', 'password', 'passwordConfirm', 'oldPassword']

class Undone extends Error {}

/** Creates or updates a record and validates it as the API does, without rules, as in 0.22. */
export class RecordUpsertForm extends Form {
  [name: string]: unknown
  readonly #record: Record
  readonly #data: Plain = {}
  readonly #files = new Map<string, HostFile[]>()
  #manages = false

  constructor(scripts: ScriptRunner, record: Record) {
    super(scripts)
    this.#record = record
  }

  setFullManageAccess = (manages: boolean): void => {
    this.#manages = manages
  }
  loadData = (data: Plain): void => {
    Object.assign(this.#data, data)
  }
  /** Loads the body of a request, or the part of it whose keys begin with a prefix and a dot. */
  loadRequest = (request: ReturnType<HttpContext['request']>, prefix = ''): void => {
    const start = prefix === '' ? '' : `${prefix}.`
    const keyOf = (key: string) => (key.startsWith(start) ? key.slice(start.length) : undefined)
    for (const [key, value] of Object.entries(request.data())) {
      const own = keyOf(key)
      if (own !== undefined) this.#data[own] = value
    }
    for (const { name, file } of request.files()) {
      const own = keyOf(name)
      if (own !== undefined) this.addFiles(own, file)
    }
  }
  addFiles = (field: string, ...files: HostFile[]): void => {
    this.#files.set(field, [...(this.#files.get(field) ?? []), ...files])
  }
  /** Removes stored and new files of a field; without names, all of them. */
  removeFiles = (field: string, ...names: string[]): void => {
    const remains = (name: string) => names.length > 0 && !names.includes(name)
    this.#data[field] = this.#record.getStringSlice(field).filter(remains)
    this.#files.set(
      field,
      (this.#files.get(field) ?? []).filter(({ name }) => remains(name)),
    )
  }
  filesToUpload = (): Plain => Object.fromEntries(this.#files)
  data = (): Plain => ({ ...this.#data })

  /** Throws an error with the invalid fields. */
  validate = (): void => void this.#validate()
  validateAndFill = (): void => this.#record.loadCurrent(this.#validate())

  submit = (...interceptors: Interceptor<Record>[]): void => {
    this.validateAndFill()
    runIntercepted(this.#record, interceptors, record => this.dao.submitRecord(record, this.#uploads))
  }

  /** Saves the record in a transaction that is rolled back, and calls a function in it. */
  drySubmit = (work: (tx: HookDao) => unknown): void => {
    const values = this.#validate()
    try {
      this.dao.withoutHooks().runInTransaction(tx => {
        const copy = this.#record.cleanCopy()
        copy.loadCurrent(values)
        tx.submitRecord(copy, [])
        work(tx)
        throw new Undone()
      })
    } catch (error) {
      if (!(error instanceof Undone)) throw error
    }
  }

  #validate(): Plain {
    const record = this.#record
    const own = Object.fromEntries(properties.filter(name => this[name] !== undefined).map(name => [name, this[name]]))
    const values = { ...record.columnValueMap(), ...this.#data, ...own }
    return this.dao.validateRecord(record, values, this.#uploads, this.#manages)
  }

  get #uploads() {
    return [...this.#files].flatMap(([field, files]) => files.map(file => file.toUpload(field)))
  }
}

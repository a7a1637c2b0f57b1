import { Admin } from '../../pb/Admin.ts'
import type { Collection } from '../../pb/Collection.ts'
import { Dao, toCollection } from '../../pb/Dao.ts'
import type { CollectionData, Host, Plain } from '../../pb/Host.ts'
import type { Record } from '../../pb/Record.ts'
import { Schema } from '../../pb/Schema.ts'
import { notOffered } from '../notOffered.ts'
import { missingMembers, nothingFound } from './errors.ts'
import { dbx } from './expressions.ts'
import type { Call } from './queries.ts'
import type { ScriptRunner } from './ScriptRunner.ts'
import { ExternalAuth, Param } from './systemModels.ts'

/** The part of the data access of hooks that finds admins, linked accounts, parameters and tables. */
export class SystemDao extends Dao {
  protected readonly scripts: ScriptRunner
  protected readonly call: Call

  constructor(scripts: ScriptRunner, call: Call) {
    super(
      new Proxy({} as Host, {
        get:
          (_, name) =>
          (...args: unknown[]) =>
            call(String(name), ...args),
      }),
    )
    this.scripts = scripts
    this.call = call
  }

  override findCollectionByNameOrId(nameOrId: string): Collection {
    const found = this.call('collection', String(nameOrId)) as CollectionData | null
    if (!found) throw nothingFound()
    return toCollection(found)
  }

  findAdminById = (id: string): Admin => this.#admin('id', id)
  override findAdminByEmail(email: string): Admin {
    return this.#admin('email', email)
  }
  findAdminByToken = (token: string, secret: string): Admin => {
    const admin = this.#admin('id', String(this.scripts.claimsOf(token).id))
    this.scripts.verifyToken(token, admin.tokenKey + secret)
    return admin
  }
  totalAdmins = (): number => this.#count('_admins', '1=1', {})
  isAdminEmailUnique = (email: string, ...except: string[]): boolean => {
    const { text, parameters } = dbx.and(dbx.hashExp({ email }), dbx.notIn('id', ...except))
    return this.#count('_admins', text, parameters) === 0
  }

  findAllExternalAuthsByRecord(record: Record): ExternalAuth[] {
    return this.#externalAuths({ collectionId: record.collection().id, recordId: record.id })
  }

  findExternalAuthByRecordAndProvider(record: Record, provider: string): ExternalAuth {
    const [found] = this.#externalAuths({ collectionId: record.collection().id, recordId: record.id, provider })
    if (!found) throw nothingFound()
    return found
  }

  findFirstExternalAuthByExpr(condition: Plain): ExternalAuth {
    const [found] = this.#externalAuths(condition)
    if (!found) throw nothingFound()
    return found
  }

  findParamByKey = (key: string): Param => {
    const [found] = this.call('query', 'SELECT * FROM {{_params}} WHERE [[key]]={:key}', { key: String(key) }) as Plain[]
    if (!found) throw nothingFound()
    return new Param(found)
  }
  saveParam = (key: string, value: unknown): void => void this.call('saveParam', String(key), JSON.stringify(value ?? null))
  deleteParam = ({ key }: Param): void => void this.call('deleteParam', key)

  hasTable = (name: string): boolean =>
    (this.call('tables') as string[]).some(table => table.toLowerCase() === String(name).toLowerCase())
  /** Returns the statements of the indexes of a table, by their names. */
  tableIndexes = (name: string): Plain => this.call('indexes', String(name)) as Plain
  /** Returns the fields that a query of a view selects. */
  createViewSchema = (query: string): Schema => new Schema(this.scripts.callHost('viewSchema', [String(query)]) as Plain[])
  tableColumns = (name: string): string[] => (this.call('columns', name) as string[]).sort()
  isCollectionNameUnique = (name: string, ...except: string[]): boolean =>
    !this.#collections().some(other => other.name.toLowerCase() === name.toLowerCase() && !except.includes(other.id))

  /**
   * Checks the values of a form.
   * @throws GoError with the invalid fields
   */
  checkForm(name: `check${string}`, ...values: unknown[]): unknown {
    return this.call(name, ...values)
  }
  wasSentRecently = (sentAt: unknown): boolean => this.call('wasSentRecently', String(sentAt)) as boolean

  /** Returns the relation fields that refer to a collection, by the name of their collection. */
  findCollectionReferences = ({ id }: Collection, ...except: string[]): Plain => {
    const refers = (field: Plain) => field.type === 'relation' && Object(field.options).collectionId === id
    const found = this.#collections().flatMap(other => {
      const fields = except.includes(other.id) ? [] : other.schema.filter(refers)
      return fields.length > 0 ? [[other.name, fields] as const] : []
    })
    return Object.fromEntries(found)
  }

  vacuum = (): void => undefined

  #collections(): CollectionData[] {
    return this.call('collections') as CollectionData[]
  }

  #admin(column: 'id' | 'email', value: string): Admin {
    const found = this.call('findAdmin', column, String(value)) as Plain | null
    if (!found) throw nothingFound()
    return new Admin(found)
  }

  #count(table: string, condition: string, parameters: Plain): number {
    const [row] = this.call('query', `SELECT count(*) AS n FROM {{${table}}} WHERE ${condition}`, parameters) as Plain[]
    return Number(row?.n ?? 0)
  }

  #externalAuths(values: Plain): ExternalAuth[] {
    const { text, parameters } = dbx.hashExp(values)
    const rows = this.call('query', `SELECT * FROM {{_externalAuths}} WHERE ${text} ORDER BY created`, parameters) as Plain[]
    return rows.map(row => new ExternalAuth(row))
  }
}

Object.assign(SystemDao.prototype, missingMembers(notOffered.dao))

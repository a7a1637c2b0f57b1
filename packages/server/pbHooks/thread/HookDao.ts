import { randomInt } from 'node:crypto'
import type { EventActor } from '../../events/log/ChangeEntry.ts'
import type { ScriptedDeletion } from '../../messages/ScriptedCall.ts'
import type { Admin } from '../../pb/Admin.ts'
import { Collection } from '../../pb/Collection.ts'
import { type AfterImport, Dao } from '../../pb/Dao.ts'
import type { Plain } from '../../pb/Host.ts'
import { Record } from '../../pb/Record.ts'
import type { KnownHolder } from '../authOperations.ts'
import type { CascadedChange } from '../deletionOperations.ts'
import type { ScriptFile } from '../writeScriptFiles.ts'
import { assertNothing } from './assertNothing.ts'
import { failureAfterCommit, GoError, nothingFound } from './errors.ts'
import { expandRecords, type Fetch, type RelatedRecords } from './expandRecords.ts'
import { dbx, type Expression } from './expressions.ts'
import { fillFilter } from './fillFilter.ts'
import { fillById, queryOf } from './models.ts'
import { createDb, RecordQuery, recordOf } from './queries.ts'
import type { ScriptRunner } from './ScriptRunner.ts'
import { SystemDao } from './SystemDao.ts'
import { createCall, type ScriptTransaction } from './scriptTransaction.ts'
import { ExternalAuth, Param, tableOf } from './systemModels.ts'

/** Returns what rules read about a request, as the server takes it from what `$apis.requestInfo` returns. */
function requestValues({ context, method, query, headers, data, authRecord }: Plain): Plain {
  const auth = authRecord as Record | null
  return {
    context,
    method,
    query,
    headers,
    data,
    auth: auth && { collection: auth.collection().toJSON(), values: auth.columnValueMap() },
  }
}

type Filter = (query: RecordQuery) => unknown

type Model = Record | Collection | Admin | ExternalAuth | Param

/** Maximum number of records that a back relation leads to, as in 0.22. */
const maxBackRelations = 1_000

/** The data access that each query builder belongs to. */
const daos = new WeakMap<object, HookDao>()

/** Returns the data access that a query builder belongs to. */
export function daoOf(db: unknown): HookDao | undefined {
  return typeof db === 'object' && db !== null ? daos.get(db) : undefined
}

/** The data access of hooks, as in 0.22: writes call the model hooks, and records are not validated. */
export class HookDao extends SystemDao {
  readonly #transaction: ScriptTransaction | undefined
  readonly #hasHooks: boolean
  /** Whether a transaction of it is committed. */
  hasCommitted = false

  constructor(scripts: ScriptRunner, transaction?: ScriptTransaction, hasHooks = true) {
    super(scripts, createCall(scripts, transaction))
    this.#transaction = transaction
    this.#hasHooks = hasHooks
  }

  withoutHooks = (): HookDao => new HookDao(this.scripts, this.#transaction, false)
  clone = (): HookDao => this
  db = () => {
    const db = createDb(this.call, work => this.runInTransaction(work as (tx: HookDao) => unknown))
    daos.set(db, this)
    return db
  }
  concurrentDB = () => this.db()
  nonconcurrentDB = () => this.db()

  recordQuery(collection: string | Collection): RecordQuery {
    return new RecordQuery(this.call, this.#collection(collection))
  }

  override findRecordById(collection: string, id: string, filter?: Filter): Record {
    const query = this.recordQuery(collection).andWhere(dbx.hashExp({ id: String(id) }))
    if (filter) assertNothing(filter(query))
    return this.#first(query.limit(1).records())
  }

  findRecordsByIds(collection: string, ids: readonly string[], filter?: Filter): Record[] {
    const query = this.recordQuery(collection).andWhere(dbx.in('id', ...ids))
    if (filter) assertNothing(filter(query))
    return query.records()
  }

  override findFirstRecordByData(collection: string, field: string, value: unknown): Record {
    const found = this.#collection(collection)
    const rows = this.call('findByColumn', found.id, field, value) as Plain[]
    return this.#first(rows.map(values => recordOf(found, values)))
  }

  findRecordsByExpr(collection: string, ...conditions: Expression[]): Record[] {
    return this.recordQuery(collection)
      .andWhere(dbx.and(...conditions.filter(condition => condition)))
      .records()
  }

  findRecordsByFilter(collection: string, filter: string, sort = '', limit = 0, offset = 0, ...parameters: Plain[]): Record[] {
    const found = this.#collection(collection)
    if (!String(filter).trim()) throw new GoError('invalid or empty filter expression')
    const filled = fillFilter(String(filter), Object.assign({}, ...parameters))
    const rows = this.call('filter', found.id, filled, sort, limit, offset) as Plain[]
    return rows.map(values => recordOf(found, values))
  }

  findFirstRecordByFilter(collection: string, filter: string, ...parameters: Plain[]): Record {
    return this.#first(this.findRecordsByFilter(collection, filter, '', 1, 0, ...parameters))
  }

  /** Finds the record whose file a view shows. Names of files are unique, so the field is not needed. */
  findRecordByViewFile(view: string, _field: string, file: string): Record {
    const origin = this.call('fileOrigin', this.#collection(view).id, String(file)) as [string, string] | null
    if (!origin) throw nothingFound()
    return this.findRecordById(...origin)
  }

  findById = (model: unknown, id: string): void => fillById(this, model, id)
  modelQuery = (model: unknown) => queryOf(this, model)

  findAuthRecordByEmail(collection: string, email: string): Record {
    return this.findFirstRecordByData(collection, 'email', email)
  }

  findAuthRecordByUsername(collection: string, username: string): Record {
    return this.#first(
      this.findRecordsByExpr(collection, dbx.exp('LOWER([[username]]) = {:u}', { u: String(username).toLowerCase() })),
    )
  }

  findAuthRecordByToken(token: string, secret: string): Record {
    const { id, collectionId } = this.scripts.claimsOf(token)
    const record = this.findRecordById(String(collectionId), String(id))
    this.scripts.verifyToken(token, record.tokenKey() + secret)
    return record
  }

  suggestUniqueAuthRecordUsername(collection: string, base: string): string {
    const isFree = (name: string) =>
      this.findRecordsByExpr(collection, dbx.exp('LOWER([[username]]) = {:u}', { u: name.toLowerCase() })).length === 0
    let suggested = base
    while (!isFree(suggested)) suggested = `${base}${randomInt(1_000_000)}`
    return suggested
  }

  isRecordValueUnique(collection: string, field: string, value: unknown, ...except: string[]): boolean {
    return this.findRecordsByExpr(collection, dbx.hashExp({ [field]: value }), dbx.notIn('id', ...except)).length === 0
  }

  canAccessRecord(record: Record, info: Plain, rule: string | null): boolean {
    if (info.admin) return true
    if (rule === null) return false
    return this.call('canAccess', record.collection().id, record.id, rule, requestValues(info)) as boolean
  }

  /** Returns which of the records with these ids meet a rule for the requester. */
  findIdsByRule(collection: Collection, ids: readonly string[], rule: string, info: Plain): Set<string> {
    return new Set(this.call('idsByRule', collection.id, ids, rule, requestValues(info)) as string[])
  }

  expandRecord(record: Record, paths: readonly string[], fetch: Fetch | null): Plain {
    return this.expandRecords([record], paths, fetch)
  }

  expandRecords(records: readonly Record[], paths: readonly string[], fetch: Fetch | null): Plain {
    const byId: Fetch = (collection, ids) => this.findRecordsByIds(collection.id, ids)
    return expandRecords(records, paths, this.#related(fetch ?? byId, false))
  }

  /** Expands records without following hidden fields. */
  expandVisible(records: readonly Record[], paths: readonly string[], fetch: Fetch): Plain {
    return expandRecords(records, paths, this.#related(fetch, true))
  }

  #related(fetch: Fetch, hidesFields: boolean): RelatedRecords {
    return {
      fetch,
      findCollection: nameOrId => this.findCollectionByNameOrId(nameOrId),
      findReferringIds: (collection, field, id) => this.#findReferringIds(collection, field, id),
      hidesFields,
    }
  }

  #findReferringIds({ id: collectionId }: Collection, field: string, id: string): string[] {
    // A record that is not stored has no id, and would find all whose relation is empty.
    if (id === '') return []
    return this.call('filterIds', collectionId, fillFilter(`${field} ?= {:id}`, { id }), maxBackRelations) as string[]
  }

  override saveRecord(record: Record): void {
    const action = record.isNew() ? 'Create' : 'Update'
    if (!record.id) record.refreshId()
    this.#around(action, record, () => super.saveRecord(record))
  }

  /** Returns the values that a submitted record has once it is stored. Throws an error with the invalid fields. */
  validateRecord(record: Record, values: Plain, files: readonly ScriptFile[], manages: boolean): Plain {
    const submitted = { isNew: record.isNew(), id: record.id, values, files, manages }
    return this.call('validateRecord', record.collection().id, submitted) as Plain
  }

  /** Saves a record whose values are validated, with its new files. */
  submitRecord(record: Record, files: readonly ScriptFile[]): void {
    this.#around(record.isNew() ? 'Create' : 'Update', record, () =>
      record.loadStored(
        this.call('submitRecord', record.collection().id, record.columnValueMap(), record.isNew(), files) as Plain,
      ),
    )
  }

  /**
   * Saves the values of an auth record that have changed since it was read.
   * @param known whose token is used up by the change
   */
  saveChanges(record: Record, known?: KnownHolder): void {
    this.#around('Update', record, () =>
      record.loadStored(this.call('saveChanges', record.collection().id, record.id, record.changedValues(), known) as Plain),
    )
  }

  override deleteRecord(record: Record): void {
    this.#delete(record, dao => Dao.prototype.deleteRecord.call(dao, record))
  }

  /** Deletes a record for a request, which can ask to undo it. */
  deleteForRequest(record: Record, { actor, undoKey }: Pick<ScriptedDeletion, 'actor' | 'undoKey'>): void {
    this.#delete(record, dao => void dao.call('removeRecord', record.collection().id, record.id, undoKey), actor)
  }

  /** Deletes a record in a transaction, in which the hooks of models run: for the record, and for all that the deletion changes. */
  #delete(record: Record, remove: (dao: HookDao) => void, actor?: EventActor): void {
    const isHooked = this.#hasHooks && this.scripts.hasModelHooks
    if (!isHooked && !actor) {
      remove(this)
      return
    }
    this.runInTransaction(tx => {
      tx.#around('Delete', record, () => {
        if (isHooked) tx.#aroundCascade(record)
        remove(tx)
      })
    }, actor)
  }

  /** Calls the hooks of models before and after the changes of other records that a deletion causes. */
  #aroundCascade(record: Record): void {
    const plan = this.call('planDeletion', record.collection().id, record.id) as CascadedChange[]
    for (const { action, collectionId, values, changed } of plan) {
      const model = recordOf(this.findCollectionByNameOrId(collectionId), values)
      model.loadCurrent(changed ?? {})
      if (!this.#runBefore(action, model))
        throw new GoError(`The hook of ${model.tableName()}/${model.id} returned false, but a cascade cannot leave it out.`)
      this.#runAfter(action, model)
    }
  }

  override saveCollection(collection: Collection): void {
    this.#around(collection.isNew() ? 'Create' : 'Update', collection, () => super.saveCollection(collection))
  }
  override deleteCollection(collection: Collection): void {
    this.#around('Delete', collection, () => super.deleteCollection(collection))
  }

  override importCollections(
    collections: readonly (Collection | Plain)[],
    deleteMissing = false,
    afterImport?: AfterImport | null,
  ): void {
    if (!afterImport) super.importCollections(collections, deleteMissing)
    else this.runInTransaction(tx => Dao.prototype.importCollections.call(tx, collections, deleteMissing, afterImport))
  }

  override saveSettings(settings: Plain): void {
    super.saveSettings(settings)
    this.scripts.loadSettings()
  }

  override saveAdmin(admin: Admin): void {
    this.#around(admin.isNew() ? 'Create' : 'Update', admin, () => super.saveAdmin(admin))
  }
  override deleteAdmin(admin: Admin): void {
    this.#around('Delete', admin, () => super.deleteAdmin(admin))
  }

  /** Validates and saves the values that a form has for an admin. */
  submitAdmin(admin: Admin, given: Plain): void {
    const isNew = admin.isNew()
    this.#around(isNew ? 'Create' : 'Update', admin, () =>
      Object.assign(admin, this.call('submitAdmin', { ...given, isNew }) as Plain),
    )
  }

  /** Saves an admin whose token is used up by the change. */
  saveTokenOwner(admin: Admin, known: KnownHolder): void {
    this.#around('Update', admin, () => Object.assign(admin, this.call('saveTokenOwner', admin.toStore(), known) as Plain))
  }

  /** Stores the time of a mail to an admin. */
  noteAdminMail(admin: Admin): void {
    this.#around('Update', admin, () => Object.assign(admin, this.call('noteAdminMail', admin.id) as Plain))
  }

  /** Validates and saves settings. */
  submitSettings(settings: Plain): void {
    this.call('validateSettings', settings)
    this.saveSettings(settings)
  }

  saveExternalAuth(link: ExternalAuth): void {
    const isNew = link.isNew()
    this.#around(isNew ? 'Create' : 'Update', link, () =>
      Object.assign(link, this.call('saveExternalAuth', JSON.parse(JSON.stringify(link)), isNew) as Plain),
    )
  }
  deleteExternalAuth(link: ExternalAuth): void {
    this.#around('Delete', link, () => void this.call('deleteExternalAuth', link.id))
  }

  save = (model: Model): void => {
    if (model instanceof Record) this.saveRecord(model)
    else if (model instanceof Collection) this.saveCollection(model)
    else if (model instanceof ExternalAuth) this.saveExternalAuth(model)
    else if (model instanceof Param) this.saveParam(model.key, JSON.parse(JSON.stringify(model.value)))
    else this.saveAdmin(model)
  }
  delete = (model: Model): void => {
    if (model instanceof Record) this.deleteRecord(model)
    else if (model instanceof Collection) this.deleteCollection(model)
    else if (model instanceof ExternalAuth) this.deleteExternalAuth(model)
    else if (model instanceof Param) this.deleteParam(model)
    else this.deleteAdmin(model)
  }

  /** Runs work in one transaction. After-hooks run once the outermost one is committed. */
  runInTransaction(work: (tx: HookDao) => unknown, actor?: EventActor): void {
    if (this.#transaction) {
      assertNothing(work(this))
      return
    }
    if (this.scripts.openTransactions > 0)
      throw new GoError('A transaction is open: call runInTransaction of the dao that it gives to its callback.')
    const transaction: ScriptTransaction = { id: this.scripts.callHost('begin', [actor]) as number, after: [] }
    this.scripts.openTransactions += 1
    let isDone = false
    try {
      assertNothing(work(new HookDao(this.scripts, transaction, this.#hasHooks)))
      isDone = true
    } finally {
      this.scripts.openTransactions -= 1
      if (!isDone) this.scripts.callHost('end', [transaction.id, false])
    }
    this.scripts.callHost('end', [transaction.id, true])
    this.hasCommitted = true
    for (const next of transaction.after) next()
  }

  /** Calls the model hooks before and after a write. */
  #around(action: string, model: object, write: () => void): void {
    if (!this.#runBefore(action, model)) return
    write()
    this.#runAfter(action, model)
  }

  #runBefore(action: string, model: object): boolean {
    return !this.#hasHooks || this.scripts.runHooks(`onModelBefore${action}`, tableOf(model), { model, dao: this })
  }

  /** Calls hooks after a write; in a transaction, after its commit. */
  #runAfter(action: string, model: object): void {
    if (!this.#hasHooks) return
    const event = `onModelAfter${action}`
    const after = () => {
      try {
        this.scripts.runHooks(event, tableOf(model), { model, dao: new HookDao(this.scripts) })
      } catch (error) {
        // The script can catch it, and its client does not see it.
        this.scripts.callHost('note', [`A hook of ${event} has failed. ${failureAfterCommit(error).details}`])
        throw error
      }
    }
    if (this.#transaction) this.#transaction.after.push(after)
    else after()
  }

  #collection(collection: string | Collection): Collection {
    return collection instanceof Collection ? collection : this.findCollectionByNameOrId(collection)
  }

  #first(records: readonly Record[]): Record {
    const [record] = records
    if (!record) throw nothingFound()
    return record
  }
}

import { Admin } from './Admin.ts'
import { Collection } from './Collection.ts'
import { type CollectionData, type Host, noRows, type Plain } from './Host.ts'
import { Record } from './Record.ts'

export function toCollection(data: CollectionData): Collection {
  const collection = new Collection()
  collection.load(data)
  return collection
}

/** Called after collections are imported, in the same transaction, with the imported and the former collections by id. */
export type AfterImport = (dao: Dao, imported: CollectionsById, existing: CollectionsById) => unknown

type CollectionsById = globalThis.Record<string, Collection>

/** The data access of scripts, as in 0.22: without hooks, and without validation of records. */
export class Dao {
  readonly #host: Host

  constructor(host: Host) {
    this.#host = host
  }

  findCollectionByNameOrId(nameOrId: string): Collection {
    const all = this.#host.collections()
    const wanted = String(nameOrId).toLowerCase()
    const found = all.find(({ id }) => id === nameOrId) ?? all.find(({ name }) => name.toLowerCase() === wanted)
    if (!found) throw new Error(noRows)
    return toCollection(found)
  }

  findCollectionsByType(type: string): Collection[] {
    return this.#host
      .collections()
      .filter(collection => collection.type === type)
      .map(toCollection)
  }

  saveCollection(collection: Collection): void {
    collection.load(this.#host.saveCollection(collection.toJSON(), collection.isNew()))
  }

  deleteCollection(collection: Collection): void {
    this.#host.deleteCollection(collection.id)
  }

  /**
   * Creates, updates and deletes collections.
   * @returns what the callback returns. A transaction or migration that returns it fails unless it is nothing
   */
  importCollections(
    collections: readonly (Collection | Plain)[],
    deleteMissing = false,
    afterImport?: AfterImport | null,
  ): unknown {
    const given: Plain[] = JSON.parse(JSON.stringify(collections))
    const existing = afterImport ? this.#collectionsById() : {}
    this.#host.importCollections(given, deleteMissing)
    if (!afterImport) return undefined
    const names = new Set(given.flatMap(({ id, name }) => [id, name]))
    const imported = Object.entries(this.#collectionsById()).filter(([id, { name }]) => names.has(id) || names.has(name))
    return afterImport(this, Object.fromEntries(imported), existing)
  }

  #collectionsById(): CollectionsById {
    return Object.fromEntries(this.#host.collections().map(data => [data.id, toCollection(data)]))
  }

  findRecordById(collectionNameOrId: string, id: string): Record {
    return this.findFirstRecordByData(collectionNameOrId, 'id', id)
  }

  findFirstRecordByData(collectionNameOrId: string, field: string, value: unknown): Record {
    const collection = this.findCollectionByNameOrId(collectionNameOrId)
    const [values] = this.#host.findRecords(collection.id, field, value, 1)
    if (!values) throw new Error(noRows)
    const record = new Record(collection)
    record.loadStored(values)
    return record
  }

  saveRecord(record: Record): void {
    record.loadStored(this.#host.saveRecord(record.collection().id, record.columnValueMap(), record.isNew()))
  }

  deleteRecord(record: Record): void {
    this.#host.deleteRecord(record.collection().id, record.id)
  }

  findSettings(): Plain {
    return this.#host.settings()
  }

  saveSettings(settings: Plain): void {
    this.#host.saveSettings(settings)
  }

  findAdminByEmail(email: string): Admin {
    const found = this.#host.findAdmin(email)
    if (!found) throw new Error(noRows)
    return new Admin(found)
  }

  saveAdmin(admin: Admin): void {
    Object.assign(admin, this.#host.saveAdmin(admin.toStore()))
  }

  deleteAdmin(admin: Admin): void {
    this.#host.deleteAdmin(admin.id)
  }
}

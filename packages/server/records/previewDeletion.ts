import type { Collection } from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import { inLists, maxListLength } from '../db/boundList.ts'
import type { Reader } from '../db/engine.ts'
import { name, sql } from '../db/sql.ts'
import { effectOfDeletion, type Reference, referencesTo, referringIds } from './rows/references.ts'

/** Limits of a preview: it stops counting after this many records or this time. */
const maxCounted = 10_000
const timeBudgetMs = 2000

interface CountedRecords {
  collectionId: string
  collectionName: string
  count: number
}

export interface DeletionPreview {
  /** The other records that would be deleted, by collection. */
  deleted: CountedRecords[]
  /** Records whose required relation would become empty, so that the server rejects the deletion. */
  requiredBy: CountedRecords[]
  /** False when counting stopped early: there may be more. */
  isComplete: boolean
}

/** Follows relations as a deletion does, without changing anything. */
class Previewer {
  readonly #reader: Reader
  readonly #catalog: Catalog
  readonly #deadline = performance.now() + timeBudgetMs
  /** The id of the collection that loses all records, so that references between these do not matter. */
  readonly #truncatedId: string | undefined
  /** Ids of deleted records and of records that require one of them, by the collection's id. */
  readonly #deleted = new Map<string, Set<string>>()
  readonly #requiring = new Map<string, Set<string>>()
  /** Remaining ids of the fields that have lost some, by collection, field and record. */
  readonly #remaining = new Map<string, readonly string[]>()
  #counted = 0

  constructor(reader: Reader, catalog: Catalog, truncated?: Collection) {
    this.#reader = reader
    this.#catalog = catalog
    this.#truncatedId = truncated?.id
  }

  async preview(collection: Collection, ids: readonly string[]): Promise<DeletionPreview> {
    this.#deleted.set(collection.id, new Set(ids))
    for (const batch of inLists(ids)) await this.#releaseReferences(collection, batch)
    const isComplete = !this.#isOver()
    for (const id of ids) this.#deleted.get(collection.id)?.delete(id)
    return this.#result(isComplete)
  }

  async previewAll(collection: Collection): Promise<DeletionPreview> {
    const table = name(collection.name)
    // Without references from elsewhere, the records need not be read.
    let last: string | undefined = this.#referencesTo(collection).length === 0 ? undefined : ''
    while (last !== undefined && !this.#isOver()) {
      const rows = await this.#reader.rows(
        sql`SELECT id FROM ${table} WHERE ${table}.id > ${last} ORDER BY ${table}.id LIMIT ${maxListLength}`,
      )
      const ids = rows.map(([id]) => String(id))
      if (ids.length > 0) await this.#releaseReferences(collection, ids)
      last = ids.length < maxListLength ? undefined : ids.at(-1)
    }
    return this.#result(!this.#isOver())
  }

  #result(isComplete: boolean): DeletionPreview {
    return { deleted: this.#count(this.#deleted), requiredBy: this.#count(this.#requiring), isComplete }
  }

  #referencesTo(target: Collection): readonly Reference[] {
    return referencesTo(this.#catalog, target).filter(({ collection }) => collection.id !== this.#truncatedId)
  }

  #isOver(): boolean {
    return this.#counted > maxCounted || performance.now() > this.#deadline
  }

  async #releaseReferences(target: Collection, ids: readonly string[]): Promise<void> {
    for (const reference of this.#referencesTo(target)) {
      let last: string | undefined = ''
      while (last !== undefined && !this.#isOver()) {
        const records = await referringIds(this.#reader, reference, ids, last)
        const cascading = records.filter(record => this.#losesIds(reference, record, new Set(ids))).map(({ id }) => id)
        this.#addDeleted(reference.collection, cascading)
        this.#counted += cascading.length
        if (cascading.length > 0) await this.#releaseReferences(reference.collection, cascading)
        last = records.length < maxListLength ? undefined : records.at(-1)?.id
      }
    }
  }

  /** Removes deleted ids from a field; returns whether its record is deleted too. */
  #losesIds(reference: Reference, { id, ids }: { id: string; ids: readonly string[] }, deleted: ReadonlySet<string>): boolean {
    const { collection, field } = reference
    if (this.#idsIn(this.#deleted, collection).has(id)) return false
    const key = `${collection.id}/${field.id}/${id}`
    const before = this.#remaining.get(key) ?? ids
    const remaining = before.filter(other => !deleted.has(other))
    if (remaining.length === before.length) return false
    this.#remaining.set(key, remaining)
    const effect = effectOfDeletion(reference, remaining)
    if (effect === 'required') this.#idsIn(this.#requiring, collection).add(id)
    return effect === 'deleted'
  }

  #addDeleted(collection: Collection, ids: readonly string[]): void {
    for (const id of ids) {
      this.#idsIn(this.#deleted, collection).add(id)
      // A truncation is prevented only by records that remain at its end.
      if (this.#truncatedId !== undefined) this.#idsIn(this.#requiring, collection).delete(id)
    }
  }

  #idsIn(map: Map<string, Set<string>>, { id }: Collection): Set<string> {
    const known = map.get(id) ?? new Set()
    map.set(id, known)
    return known
  }

  #count(ids: ReadonlyMap<string, ReadonlySet<string>>): CountedRecords[] {
    return this.#catalog.all.flatMap(({ id, name }) => {
      const count = ids.get(id)?.size ?? 0
      return count > 0 ? [{ collectionId: id, collectionName: name, count }] : []
    })
  }
}

/** Counts the records that would be deleted along with records of a collection, within its limits. */
export function previewDeletion(
  reader: Reader,
  catalog: Catalog,
  collection: Collection,
  ids: readonly string[],
): Promise<DeletionPreview> {
  return new Previewer(reader, catalog).preview(collection, ids)
}

/** Counts the records that would be deleted along with all records of a collection, within its limits. */
export function previewTruncation(reader: Reader, catalog: Catalog, collection: Collection): Promise<DeletionPreview> {
  return new Previewer(reader, catalog, collection).previewAll(collection)
}

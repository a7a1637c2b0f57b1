import { fieldType, listTexts } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import { boundList } from '../../db/boundList.ts'
import type { Reader, Row, Transaction } from '../../db/engine.ts'
import { join, name, type Sql, sql } from '../../db/sql.ts'
import { charactersIn } from '../../runtime/charactersIn.ts'
import { isUpdateDate } from '../rows/dates.ts'
import type { Reference } from '../rows/references.ts'
import type { StoredRecord } from '../rows/StoredRecord.ts'
import { shapeOf } from '../rows/shape.ts'
import { findDanglingReferences } from './danglingReferences.ts'
import {
  type DeletedRows,
  maxSnapshotCharacters,
  type OverwrittenValues,
  type RemovedReference,
  type SnapshotColumn,
  type UndoSnapshot,
} from './snapshot.ts'
import { type RecordKey, type SuperfluousFiles, storeUndoEntry } from './undoEntries.ts'

function describeColumn({ schema }: Collection, column: string): SnapshotColumn {
  const field = schema.find(candidate => candidate.name === column)
  if (!field) return { name: column }
  return { name: column, field: { id: field.id, type: field.type, isMultiple: fieldType(field).isMultiple(field.options) } }
}

/** Collects the rows, values and references that a deletion or update removes, before they are removed, and stores them. */
export class UndoRecorder {
  readonly #catalog: Catalog
  readonly #key: string
  readonly #records = new Map<string, DeletedRows>()
  readonly #links: UndoSnapshot['links'] = { columns: [], rows: [] }
  readonly #references: RemovedReference[] = []
  readonly #overwritten: OverwrittenValues[] = []
  #characters = 0

  /** @param key the key that the client chose, under which the undo finds the entry */
  constructor(catalog: Catalog, key: string) {
    this.#catalog = catalog
    this.#key = key
  }

  /** Adds records of one collection, at most `maxListLength`, and their linked OAuth2 providers. */
  async addRecords(reader: Reader, collection: Collection, records: readonly StoredRecord[]): Promise<void> {
    if (this.#characters > maxSnapshotCharacters) return
    const deletedRows = await this.#rowsOf(reader, collection)
    const ids = boundList(records.map(({ values }) => String(values.id)))
    const selected = join(deletedRows.columns.map(column => name(column.name)))
    this.#add(deletedRows.rows, await reader.rows(sql`SELECT ${selected} FROM ${name(collection.name)} WHERE id IN ${ids}`))
    for (const { target, ids } of await findDanglingReferences(reader, this.#catalog, collection, records)) {
      deletedRows.absent.push(...Array.from(ids, id => `${target.id}/${id}`))
    }
    if (collection.type === 'auth') await this.addLinks(reader, collection, ids)
  }

  /** Adds the links of auth records to OAuth2 providers. */
  async addLinks(reader: Reader, collection: Collection, ids: Sql): Promise<void> {
    if (this.#links.columns.length === 0) this.#links.columns = await reader.schema.columns(reader, '_externalAuths')
    const linked = join(this.#links.columns.map(column => name(column)))
    const links = sql`SELECT ${linked} FROM ${name('_externalAuths')} WHERE ${name('collectionId')} = ${collection.id} AND ${name('recordId')} IN ${ids}`
    this.#add(this.#links.rows, await reader.rows(links))
  }

  /** Adds the values that a change of a record overwrites. */
  async addChange(reader: Reader, before: StoredRecord, after: StoredRecord): Promise<void> {
    const { collection } = before
    const columns = shapeOf(collection).columns.flatMap(({ name: column, encode }) => {
      const [old, next] = [encode(before.values[column]), encode(after.values[column])]
      return old === next || isUpdateDate(collection, column)
        ? []
        : [{ ...describeColumn(collection, column), before: old, after: next }]
    })
    this.#characters += charactersIn(columns.flatMap(({ before, after }) => [before, after]))
    if (this.#characters > maxSnapshotCharacters) return
    const schema = collection.schema.filter(({ id }) => columns.some(({ field }) => field?.id === id))
    const found = await findDanglingReferences(reader, this.#catalog, { ...collection, schema }, [before])
    const absent = found.flatMap(({ target, ids }) => Array.from(ids, id => `${target.id}/${id}`))
    this.#overwritten.push({ collectionId: collection.id, recordId: String(before.values.id), columns, absent })
  }

  /** Adds the ids that are removed from a field of a remaining record. */
  addReference({ collection, field }: Reference, target: Collection, record: StoredRecord, deleted: ReadonlySet<unknown>): void {
    const before = listTexts(record.values[field.name])
    const recordId = String(record.values.id)
    this.#characters += charactersIn(before) + recordId.length
    if (this.#characters > maxSnapshotCharacters) return
    this.#references.push({
      collectionId: collection.id,
      recordId,
      fieldId: field.id,
      targetId: target.id,
      before,
      removed: before.filter(id => deleted.has(id)),
      updated: String(record.values.updated),
    })
  }

  /**
   * Stores what was collected as the entry of the record that the client deleted or updated.
   * @returns whether the entry can be undone, so that its files have to be retained
   */
  store(transaction: Transaction, target: RecordKey, files: readonly SuperfluousFiles[]): Promise<boolean> {
    return storeUndoEntry(transaction, this.#key, target, this.#snapshot(), files)
  }

  /** Returns the snapshot so far; undefined when it has become too large to be stored. */
  #snapshot(): UndoSnapshot | undefined {
    if (this.#characters > maxSnapshotCharacters) return undefined
    return {
      records: [...this.#records.values()],
      links: this.#links,
      references: this.#references,
      overwritten: this.#overwritten,
    }
  }

  async #rowsOf(reader: Reader, collection: Collection): Promise<DeletedRows> {
    const existing = this.#records.get(collection.id)
    if (existing) return existing
    const columns = (await reader.schema.columns(reader, collection.name)).map(column => describeColumn(collection, column))
    const { id, type } = collection
    const deletedRows: DeletedRows = { collectionId: id, type, columns, rows: [], absent: [] }
    this.#records.set(id, deletedRows)
    return deletedRows
  }

  #add(rows: Row[], more: readonly Row[]): void {
    for (const row of more) {
      rows.push(row)
      this.#characters += charactersIn(row)
    }
  }
}

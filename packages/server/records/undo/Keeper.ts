import { fieldType, textsIn } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import { boundList } from '../../db/boundList.ts'
import type { Reader, Row } from '../../db/engine.ts'
import { join, name, type Sql, sql } from '../../db/sql.ts'
import type { Reference } from '../../rows/references.ts'
import type { StoredRecord } from '../../rows/StoredRecord.ts'
import { shapeOf } from '../../rows/shape.ts'
import { charactersIn } from '../../runtime/charactersIn.ts'
import { findAbsent } from './findAbsent.ts'
import type { KeptChange, KeptColumn, KeptDeletion, KeptReference, KeptRows } from './KeptDeletion.ts'
import { largestKept } from './limits.ts'

const columnsOf = async (reader: Reader, table: string): Promise<string[]> =>
  (await reader.rows(sql`SELECT name FROM pragma_table_info(${table})`)).map(([column]) => String(column))

const describeColumn = ({ schema }: Collection, column: string): KeptColumn => {
  const field = schema.find(candidate => candidate.name === column)
  if (!field) return { name: column }
  return { name: column, field: { id: field.id, type: field.type, isMultiple: fieldType(field).isMultiple(field.options) } }
}

/** Collects the rows, values and references that a deletion or change removes. Call it before they are removed. */
export class Keeper {
  readonly #catalog: Catalog
  readonly #records = new Map<string, KeptRows>()
  readonly #links: KeptDeletion['links'] = { columns: [], rows: [] }
  readonly #references: KeptReference[] = []
  readonly #overwritten: KeptChange[] = []
  #characters = 0

  constructor(catalog: Catalog) {
    this.#catalog = catalog
  }

  /** The snapshot so far; undefined when it has become too large to be stored. */
  get deletion(): KeptDeletion | undefined {
    if (this.#characters > largestKept) return undefined
    return {
      records: [...this.#records.values()],
      links: this.#links,
      references: this.#references,
      overwritten: this.#overwritten,
    }
  }

  /** Adds records of one collection, at most `longestList`, and their linked OAuth2 providers. */
  async keepRecords(reader: Reader, collection: Collection, records: readonly StoredRecord[]): Promise<void> {
    if (this.#characters > largestKept) return
    const kept = await this.#rowsOf(reader, collection)
    const ids = boundList(records.map(({ values }) => String(values.id)))
    const selected = join(kept.columns.map(column => name(column.name)))
    this.#add(kept.rows, await reader.rows(sql`SELECT ${selected} FROM ${name(collection.name)} WHERE id IN ${ids}`))
    for (const { target, ids } of await findAbsent(reader, this.#catalog, collection, records)) {
      kept.absent.push(...Array.from(ids, id => `${target.id}/${id}`))
    }
    if (collection.type === 'auth') await this.keepLinks(reader, collection, ids)
  }

  /** Adds the links of auth records to OAuth2 providers. */
  async keepLinks(reader: Reader, collection: Collection, ids: Sql): Promise<void> {
    if (this.#links.columns.length === 0) this.#links.columns = await columnsOf(reader, '_externalAuths')
    const linked = join(this.#links.columns.map(column => name(column)))
    const links = sql`SELECT ${linked} FROM _externalAuths WHERE collectionId = ${collection.id} AND recordId IN ${ids}`
    this.#add(this.#links.rows, await reader.rows(links))
  }

  /** Adds the values that a change of a record overwrites. */
  async keepChange(reader: Reader, before: StoredRecord, after: StoredRecord): Promise<void> {
    const { collection } = before
    const columns = shapeOf(collection).columns.flatMap(({ name: column, encode }) => {
      const [old, next] = [encode(before.values[column]), encode(after.values[column])]
      return old === next || column === 'updated' ? [] : [{ ...describeColumn(collection, column), before: old, after: next }]
    })
    this.#characters += charactersIn(columns.flatMap(({ before, after }) => [before, after]))
    if (this.#characters > largestKept) return
    const schema = collection.schema.filter(({ id }) => columns.some(({ field }) => field?.id === id))
    const found = await findAbsent(reader, this.#catalog, { ...collection, schema }, [before])
    const absent = found.flatMap(({ target, ids }) => Array.from(ids, id => `${target.id}/${id}`))
    this.#overwritten.push({ collectionId: collection.id, recordId: String(before.values.id), columns, absent })
  }

  /** Adds the ids that are removed from a field of a remaining record. */
  keepReference({ collection, field }: Reference, target: Collection, record: StoredRecord, deleted: ReadonlySet<unknown>): void {
    const before = textsIn(record.values[field.name])
    const recordId = String(record.values.id)
    this.#characters += charactersIn(before) + recordId.length
    if (this.#characters > largestKept) return
    this.#references.push({
      ...{ collectionId: collection.id, recordId, fieldId: field.id, targetId: target.id, before },
      removed: before.filter(id => deleted.has(id)),
      updated: String(record.values.updated),
    })
  }

  async #rowsOf(reader: Reader, collection: Collection): Promise<KeptRows> {
    const known = this.#records.get(collection.id)
    if (known) return known
    const columns = (await columnsOf(reader, collection.name)).map(column => describeColumn(collection, column))
    const { id, type } = collection
    const made: KeptRows = { collectionId: id, type, columns, rows: [], absent: [] }
    this.#records.set(id, made)
    return made
  }

  #add(rows: Row[], more: readonly Row[]): void {
    for (const row of more) {
      rows.push(row)
      this.#characters += charactersIn(row)
    }
  }
}

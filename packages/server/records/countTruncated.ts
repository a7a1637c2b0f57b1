import { fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { Reader } from '../db/engine.ts'
import { join, name, sql } from '../db/sql.ts'
import { fileFieldsOf } from './files/recordFiles.ts'

/** Records of a batch. SQLite cannot interrupt a statement, so none counts a whole table. */
const batchSize = 10_000

/** What a truncation deletes of the collection itself. */
interface TruncatedCounts {
  records: number
  /** The files of the records, without thumbs. */
  files: number
}

/**
 * Counts all records of a collection, and their files. Returns undefined if that takes longer than the time budget, unless there are
 * fewer records than a batch has.
 */
export async function countTruncated(
  reader: Reader,
  collection: Collection,
  timeBudgetMs: number,
): Promise<TruncatedCounts | undefined> {
  const { dialect } = reader
  const table = name(collection.name)
  const lengths = fileFieldsOf(collection).map((field, index) => {
    const type = fieldType(field)
    const value = dialect.column(name(collection.name, field.name), type.column(field.options), false)
    const length = type.isMultiple(field.options) ? dialect.listLength(value) : dialect.textLength(value)
    return { alias: name(`files${index}`), length }
  })
  const selected = join([sql`${table}.id AS id`, ...lengths.map(({ alias, length }) => sql`${length} AS ${alias}`)])
  const totals = join([sql`COUNT(*)`, sql`MAX(id)`, ...lengths.map(({ alias }) => sql`SUM(${alias})`)])
  const deadline = performance.now() + timeBudgetMs
  const counts = { records: 0, files: 0 }
  let last = ''
  for (;;) {
    const row = await reader.row(sql`SELECT ${totals} FROM
      (SELECT ${selected} FROM ${table} WHERE ${table}.id > ${last} ORDER BY ${table}.id LIMIT ${batchSize}) AS batch`)
    const [records = 0, lastId = '', ...files] = row ?? []
    counts.records += Number(records)
    for (const count of files) counts.files += Number(count)
    if (Number(records) < batchSize) return counts
    if (performance.now() > deadline) return undefined
    last = String(lastId)
  }
}

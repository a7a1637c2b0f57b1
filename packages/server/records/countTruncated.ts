import { fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { Reader } from '../db/engine.ts'
import { join, name, sql } from '../db/sql.ts'
import { fileFieldsOf } from './files/recordFiles.ts'

/** What a truncation deletes of the collection itself. */
interface TruncatedCounts {
  records: number
  /** The files of the records, without thumbs. */
  files: number
}

/** Counts all records of a collection, and their files. */
export async function countTruncated(reader: Reader, collection: Collection): Promise<TruncatedCounts> {
  const { dialect } = reader
  const sums = fileFieldsOf(collection).map(field => {
    const type = fieldType(field)
    const value = dialect.column(name(collection.name, field.name), type.column(field.options), false)
    return sql`SUM(${type.isMultiple(field.options) ? dialect.listLength(value) : dialect.textLength(value)})`
  })
  const counted = await reader.row(sql`SELECT ${join([sql`COUNT(*)`, ...sums])} FROM ${name(collection.name)}`)
  const [records = 0, ...files] = (counted ?? []).map(Number)
  return { records, files: files.reduce((total, count) => total + count, 0) }
}

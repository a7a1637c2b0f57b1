import { type Reader, type Row, TooLongError } from '../../db/engine.ts'
import { join, name, type Sql, sql } from '../../db/sql.ts'
import { Rejection } from '../../errors/Rejection.ts'
import { type CompiledQuery, compileQuery } from '../compile/compileQuery.ts'
import type { Query } from '../compile/Query.ts'
import { LargeResponseError, largeResponseLength } from './LargeResponseError.ts'

/** The part of a result to read, and the columns of each record. */
export interface Page {
  columns: Sql
  limit: number
  offset: number
  /** Whether the response can be large. By default it can. */
  allowsLarge?: boolean | undefined
}

/** Maximum text length of a page. Without it, a response of thirty records of 8 MB took 5 GB of memory. */
const maxPageLength = 64 * 1024 * 1024

/**
 * Reads one page of the matching records, in their order.
 * @throws Rejection `invalid` when the page has more than 64 MB of text, or the sort has too many keys for all records up to it
 * @throws LargeResponseError when the page is large and must not be
 */
export async function selectRecords(reader: Reader, query: CompiledQuery, page: Page): Promise<Row[]> {
  return (await selectPage(reader, query, page)).rows
}

/**
 * Reads one page like `selectRecords`. Also returns the number of all matching records if it is given or has to be counted.
 * @param known this number
 */
export async function selectPage(
  reader: Reader,
  query: CompiledQuery,
  { columns, limit, offset, ...size }: Page,
  known?: number,
): Promise<{ rows: Row[]; total: number | undefined }> {
  const { ordered, readPage, maxHeldRows = Number.POSITIVE_INFINITY } = query
  const total = limit + offset > maxHeldRows ? (known ?? (await countRecords(reader, query))) : known
  if (total !== undefined && limit + offset > maxHeldRows) {
    if (offset >= total) return { rows: [], total }
    if (total > maxHeldRows) throw new Rejection('invalid', { code: 'pageTooDeep' })
  }
  const statement = readPage?.(columns, limit, offset) ?? sql`SELECT ${columns} ${ordered} LIMIT ${limit} OFFSET ${offset}`
  return { rows: await readRows(reader, statement, { limit, ...size }), total }
}

/** Reads the rows of a page. Throws the errors of `selectRecords`. */
export async function readRows(
  reader: Reader,
  statement: Sql,
  { limit, allowsLarge = true }: Omit<Page, 'columns' | 'offset'>,
): Promise<Row[]> {
  try {
    return await reader.rows(statement, allowsLarge ? maxPageLength : largeResponseLength, limit)
  } catch (error) {
    if (!(error instanceof TooLongError)) throw error
    if (!allowsLarge) throw new LargeResponseError(largeResponseLength)
    throw new Rejection('invalid', { code: 'pageTooLarge' })
  }
}

/** Counts all matching records. */
export async function countRecords(reader: Reader, { count, matching }: CompiledQuery): Promise<number> {
  return Number((await reader.row(sql`SELECT ${count} ${matching}`))?.[0] ?? 0)
}

/** Maximum number of counts per statement: SQLite limits the number of columns. */
const maxCountsPerStatement = 500

/** Counts the matching records of several queries with few statements. */
export async function countRecordsOfEach(reader: Reader, queries: readonly CompiledQuery[]): Promise<number[]> {
  const counts: number[] = []
  for (let start = 0; start < queries.length; start += maxCountsPerStatement) {
    const counted = queries
      .slice(start, start + maxCountsPerStatement)
      .map(({ count, matching }) => sql`(SELECT ${count} ${matching})`)
    const row = (await reader.row(sql`SELECT ${join(counted)}`)) ?? []
    for (const total of row) counts.push(Number(total))
  }
  return counts
}

/** A query for records by id. */
export type QueryById = Omit<Query, 'ids' | 'sort'>

/** Reads the record with this id if it meets the conditions. */
export async function selectById(reader: Reader, query: QueryById & { columns: Sql }, id: string): Promise<Row | undefined> {
  return reader.row(sql`SELECT ${query.columns} ${compileQuery(reader.dialect, { ...query, ids: [id] }).matching}`)
}

/** Whether a record as it was meets the conditions. */
export async function meetsConditions(reader: Reader, query: QueryById & Required<Pick<Query, 'past'>>): Promise<boolean> {
  return (await reader.row(sql`SELECT 1 ${compileQuery(reader.dialect, query).matching}`)) !== undefined
}

/**
 * Reads the records with these ids that meet the conditions, in no particular order.
 * @throws TooLongError when they have more than `maxLength` characters
 */
export async function selectByIds(
  reader: Reader,
  query: QueryById & { columns: Sql },
  ids: readonly string[],
  maxLength = Number.POSITIVE_INFINITY,
): Promise<Row[]> {
  const statement = sql`SELECT ${query.columns} ${compileQuery(reader.dialect, { ...query, ids }).matching}`
  return reader.rows(statement, maxLength, ids.length)
}

/** Returns the ids of the records that meet the conditions. */
export async function findMatchingIds(reader: Reader, query: QueryById, ids: readonly string[]): Promise<Set<string>> {
  const column = name(query.collection.name, 'id')
  const rows = await reader.rows(sql`SELECT ${column} ${compileQuery(reader.dialect, { ...query, ids }).matching}`)
  return new Set(rows.map(([id]) => String(id)))
}

import { type Reader, type Row, TooLongError } from '../../db/engine.ts'
import { join, name, type Sql, sql } from '../../db/sql.ts'
import { badRequest } from '../../errors/ApiError.ts'
import { charactersIn } from '../../runtime/charactersIn.ts'
import { type CompiledQuery, compileQuery } from '../compile/compileQuery.ts'
import type { Query } from '../compile/Query.ts'

/** The part of a result to read, and the columns of each record. */
export interface Page {
  columns: Sql
  limit: number
  offset: number
}

/** Maximum text length of a page. Without it, a response of thirty records of 8 MB took 5 GB of memory. */
const maxPageLength = 64 * 1024 * 1024
/** Pages up to this number of records are measured after reading. Measuring row by row would make them 50 % slower. */
const maxUnmeasuredRows = 30

/**
 * Reads one page of the matching records, in their order.
 * @throws ApiError 400 when the page has more than 64 MB of text
 */
export const selectRecords = async (reader: Reader, query: CompiledQuery, { columns, limit, offset }: Page): Promise<Row[]> => {
  const { ordered, readPage } = query
  const statement = readPage?.(columns, limit, offset) ?? sql`SELECT ${columns} ${ordered} LIMIT ${limit} OFFSET ${offset}`
  try {
    if (limit > maxUnmeasuredRows) return await reader.rows(statement, maxPageLength)
    const rows = await reader.rows(statement)
    if (rows.reduce((length, row) => length + charactersIn(row), 0) > maxPageLength) throw new TooLongError()
    return rows
  } catch (error) {
    if (!(error instanceof TooLongError)) throw error
    throw badRequest(
      'The records of this page are larger than 64 MB in total. Lower "perPage", or select fewer fields with "fields".',
    )
  }
}

/** Counts all matching records. */
export const countRecords = async (reader: Reader, { count, matching }: CompiledQuery): Promise<number> =>
  Number((await reader.row(sql`SELECT ${count} ${matching}`))?.[0] ?? 0)

/** Maximum number of counts per statement: SQLite limits the number of columns. */
const maxCountsPerStatement = 500

/** Counts the matching records of several queries with few statements. */
export const countRecordsOfEach = async (reader: Reader, queries: readonly CompiledQuery[]): Promise<number[]> => {
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
export const selectById = async (reader: Reader, query: QueryById & { columns: Sql }, id: string): Promise<Row | undefined> =>
  reader.row(sql`SELECT ${query.columns} ${compileQuery({ ...query, ids: [id] }).matching}`)

/** Reads the records with these ids that meet the conditions, in no particular order. */
export const selectByIds = async (reader: Reader, query: QueryById & { columns: Sql }, ids: readonly string[]): Promise<Row[]> =>
  reader.rows(sql`SELECT ${query.columns} ${compileQuery({ ...query, ids }).matching}`)

/** Returns the ids of the records that meet the conditions. */
export const findMatchingIds = async (reader: Reader, query: QueryById, ids: readonly string[]): Promise<Set<string>> => {
  const column = name(query.collection.name, 'id')
  const rows = await reader.rows(sql`SELECT ${column} ${compileQuery({ ...query, ids }).matching}`)
  return new Set(rows.map(([id]) => String(id)))
}

import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { SqlValue } from '@coffer/fields'
import { memoizeByObject } from '../../runtime/cache/memoizeByObject.ts'
import { charactersIn, charactersInRows } from '../../runtime/charactersIn.ts'
import { type Row, TooLongError } from '../engine.ts'

/** Limits of a result: its rows, and the characters of all its texts together. */
export interface ResultLimits {
  maxLength: number
  /** Undefined if the statement does not limit its rows. */
  maxRows?: number | undefined
}

/**
 * Characters of the texts of all rows and columns up to which rows are read at once, even if their limit is lower. Reading them one by one
 * takes two thirds longer, and a read that has to start again searches and sorts again.
 */
const maxLengthAtOnce = 16 * 1024 * 1024

/** The result code of SQLite for a value or a row that is longer than its limit. */
const tooBig = 18

const isTooBig = (error: unknown) => error instanceof Error && 'errcode' in error && error.errcode === tooBig

const isOutOfRange = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ERR_OUT_OF_RANGE'

const tooLong = (maxLength: number) => new TooLongError(`The rows have more than ${maxLength} characters.`)

const columnsOf = memoizeByObject((statement: StatementSync) => statement.columns().length)

const readAll = (statement: StatementSync, values: SqlValue[]): Row[] => statement.all(...values) as unknown as Row[]

/** Reads row by row up to a limit. */
function readUpTo(statement: StatementSync, values: SqlValue[], maxLength: number): Row[] {
  const rows: Row[] = []
  let length = 0
  for (const row of statement.iterate(...values) as Iterable<unknown> as Iterable<Row>) {
    length += charactersIn(row)
    if (length > maxLength) throw tooLong(maxLength)
    rows.push(row)
  }
  return rows
}

/**
 * Reads all rows at once while no value is longer than its share of the memory. Before a longer one is read, SQLite stops.
 * @returns undefined if it has stopped
 */
function readShort({ limits }: DatabaseSync, statement: StatementSync, values: SqlValue[], share: number): Row[] | undefined {
  const { length } = limits
  limits.length = Math.min(share, length)
  try {
    return readAll(statement, values)
  } catch (error) {
    if (!isTooBig(error)) throw error
    return undefined
  } finally {
    limits.length = length
  }
}

/**
 * Reads all rows of a statement whose values can be long: a value above the limit is never in memory.
 * @throws TooLongError when the rows have more characters than `maxLength`
 */
export function readLongRows(database: DatabaseSync, statement: StatementSync, maxLength: number): Row[] {
  const { limits } = database
  const { length } = limits
  limits.length = Math.min(maxLength, length)
  try {
    return readUpTo(statement, [], maxLength)
  } catch (error) {
    throw isTooBig(error) ? tooLong(maxLength) : error
  } finally {
    limits.length = length
  }
}

function readLimited(database: DatabaseSync, statement: StatementSync, values: SqlValue[], limits: ResultLimits): Row[] {
  const { maxLength, maxRows } = limits
  const share = maxRows && Math.floor(Math.max(maxLength, maxLengthAtOnce) / (maxRows * columnsOf(statement)))
  const rows = share && readShort(database, statement, values, share)
  if (!rows) return readUpTo(statement, values, maxLength)
  if (charactersInRows(rows) > maxLength) throw tooLong(maxLength)
  return rows
}

/**
 * Returns the rows of a statement. If the result has limits, at most its maximum length is read, or 16 MB if that is more.
 * @throws TooLongError when the result is longer than its limit
 */
export function readRows(database: DatabaseSync, statement: StatementSync, values: SqlValue[], limits?: ResultLimits): Row[] {
  const read = () => (limits ? readLimited(database, statement, values, limits) : readAll(statement, values))
  try {
    return read()
  } catch (error) {
    if (!isOutOfRange(error)) throw error
    // A result contains an integer beyond 2^53. This is rare, so only these reads are repeated with the slower bigints.
    statement.setReadBigInts(true)
    try {
      return read()
    } finally {
      statement.setReadBigInts(false)
    }
  }
}

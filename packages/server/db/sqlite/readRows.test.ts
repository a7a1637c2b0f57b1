import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, test } from 'vitest'
import { TooLongError } from '../engine.ts'
import { type ResultLimits, readRows } from './readRows.ts'

let database: DatabaseSync

beforeEach(() => {
  database = new DatabaseSync(':memory:')
  database.exec('CREATE TABLE texts (id INTEGER PRIMARY KEY, text)')
  return () => database.close()
})

function insert(...texts: unknown[]) {
  const statement = database.prepare('INSERT INTO texts (text) VALUES (?)')
  for (const text of texts) statement.run(text as string)
}

function read(limits?: ResultLimits) {
  const statement = database.prepare('SELECT text FROM texts ORDER BY id LIMIT 10')
  statement.setReturnArrays(true)
  return readRows(database, statement, [], limits).map(([text]) => text)
}

/** Each of ten values has a share of two million characters. */
const limits = { maxLength: 20_000_000, maxRows: 10 }
/** A limit below what is read at once: each of ten values has a share of 1.6 million characters of the memory. */
const lowLimits = { maxLength: 1000, maxRows: 10 }

/** Defines the SQL function `counted`, which returns its argument. Returns a function that returns how often it was called. */
function countCalls() {
  let calls = 0
  database.function('counted', text => {
    calls += 1
    return text
  })
  return () => calls
}

describe('readRows', () => {
  test.each<[string, unknown[]]>([
    ['short texts', ['a', 'b'.repeat(99)]],
    ['a text longer than its share of the limit', ['a', 'b'.repeat(9_000_000), 'c']],
    ['a text of many bytes for its characters', ['日'.repeat(900_000)]],
    ['a BLOB longer than its share of the limit', [new Uint8Array(5_000_000)]],
    ['nothing', []],
  ])('the limits do not change a result within them: %s', (_, texts) => {
    insert(...texts)
    expect(read(limits)).toEqual(texts)
  })

  test.each<[string, string[]]>([
    ['in total', Array.from({ length: 10 }, () => 'a'.repeat(101))],
    ['in one row', ['a'.repeat(1001)]],
    ['in one row, which is not read at once', ['a'.repeat(2_000_000)]],
  ])('rejects texts that are longer than the limit %s', (_, texts) => {
    insert(...texts)
    expect(() => read(lowLimits)).toThrow(TooLongError)
    expect(() => read({ maxLength: 1000 })).toThrow(TooLongError)
    expect(read()).toEqual(texts)
  })

  test('SQLite stops at the first long text, so that the others never are in memory', () => {
    const calls = countCalls()
    insert(...Array.from({ length: 10 }, () => 'a'.repeat(2_000_000)))
    const statement = database.prepare('SELECT counted(text) FROM texts LIMIT 10')
    statement.setReturnArrays(true)
    expect(() => readRows(database, statement, [], lowLimits)).toThrow(TooLongError)
    expect(calls()).toBeLessThanOrEqual(3)
  })

  test('all columns of all rows share the memory, so long texts in many columns are never in memory together', () => {
    const calls = countCalls()
    insert(...Array.from({ length: 10 }, () => 'a'.repeat(400_000)))
    const readColumns = (count: number, given: ResultLimits) => {
      const columns = Array.from({ length: count }, () => 'counted(text)').join()
      const statement = database.prepare(`SELECT ${columns} FROM texts LIMIT 10`)
      statement.setReturnArrays(true)
      return readRows(database, statement, [], given)
    }
    // 8 MB are read at once.
    expect(readColumns(2, limits)).toHaveLength(10)
    expect(calls()).toBe(20)
    // Of 32 MB, SQLite stops at the first value, and then the first row is longer than the limit.
    expect(() => readColumns(8, lowLimits)).toThrow(TooLongError)
    expect(calls()).toBeLessThanOrEqual(20 + 1 + 8)
  })

  test('values and intermediate texts of a statement can be longer than the share of a row', () => {
    insert('a')
    const statement = database.prepare("SELECT text FROM texts WHERE length(?) + length(replace(?, 'x', 'yy')) > 0")
    statement.setReturnArrays(true)
    const long = 'x'.repeat(2_500_000)
    expect(readRows(database, statement, [long, long], limits)).toEqual([['a']])
  })

  test('the limit of one read does not apply to the next', () => {
    const { length } = database.limits
    insert('a'.repeat(900))
    read(limits)
    expect(() => read({ maxLength: 10, maxRows: 10 })).toThrow(TooLongError)
    expect(database.limits.length).toBe(length)
  })

  test('reads integers beyond 2^53 as bigints', () => {
    insert(2n ** 60n, 'a'.repeat(3_000_000))
    expect(read(limits)).toEqual([2n ** 60n, 'a'.repeat(3_000_000)])
  })
})

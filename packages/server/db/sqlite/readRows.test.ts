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

const limits = { maxLength: 1000, maxRows: 10 }

describe('readRows', () => {
  test.each<[string, unknown[]]>([
    ['short texts', ['a', 'b'.repeat(99)]],
    ['a text longer than its share of the limit', ['a', 'b'.repeat(900), 'c']],
    ['a text of many bytes for its characters', ['日'.repeat(90)]],
    ['a BLOB longer than its share of the limit', [new Uint8Array(500)]],
    ['nothing', []],
  ])('the limits do not change a result within them: %s', (_, texts) => {
    insert(...texts)
    expect(read(limits)).toEqual(texts)
  })

  test.each<[string, string[]]>([
    ['in total', Array.from({ length: 10 }, () => 'a'.repeat(101))],
    ['in one row', ['a'.repeat(1001)]],
  ])('rejects texts that are longer than the limit %s', (_, texts) => {
    insert(...texts)
    expect(() => read(limits)).toThrow(TooLongError)
    expect(() => read({ maxLength: 1000 })).toThrow(TooLongError)
    expect(read()).toEqual(texts)
  })

  test('SQLite stops at the first long text, so that the others never are in memory', () => {
    let calls = 0
    database.function('counted', text => {
      calls += 1
      return text
    })
    insert(...Array.from({ length: 10 }, () => 'a'.repeat(900)))
    const statement = database.prepare('SELECT counted(text) FROM texts LIMIT 10')
    statement.setReturnArrays(true)
    expect(() => readRows(database, statement, [], limits)).toThrow(TooLongError)
    expect(calls).toBeLessThanOrEqual(3)
  })

  test('values and intermediate texts of a statement can be longer than the share of a row', () => {
    insert('a')
    const statement = database.prepare("SELECT text FROM texts WHERE length(?) + length(replace(?, 'x', 'yy')) > 0")
    statement.setReturnArrays(true)
    const long = 'x'.repeat(5000)
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
    insert(2n ** 60n, 'a'.repeat(900))
    expect(read(limits)).toEqual([2n ** 60n, 'a'.repeat(900)])
  })
})

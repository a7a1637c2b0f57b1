import { afterAll, beforeAll, expect, test } from 'vitest'
import { name, sql } from '../db/sql.ts'
import { type Magazine, openMagazine } from '../query/testing/openMagazine.ts'
import { BatchedCounter } from './BatchedCounter.ts'

let magazine: Magazine
beforeAll(async () => {
  magazine = await openMagazine()
})
afterAll(() => magazine.close())

test('counts that are asked for together run in one statement, and equal ones once', async () => {
  const statements: string[] = []
  const { connection } = magazine
  const reader = new Proxy(connection, {
    get(target, key) {
      if (key !== 'row') return Reflect.get(target, key, target)
      return (statement: Parameters<typeof connection.row>[0]) => {
        statements.push(statement.text)
        return target.row(statement)
      }
    },
  })
  const counter = new BatchedCounter(reader, Number.POSITIVE_INFINITY)
  const tags = () => counter.count(sql`SELECT COUNT(*) FROM tags`)
  const scratch = () => counter.count(sql`SELECT COUNT(*) FROM scratch`)
  expect(await Promise.all([tags(), scratch(), tags()])).toEqual([8, 20, 8])
  expect([await tags(), statements.length]).toEqual([8, 1])
  expect(statements[0]?.match(/COUNT/g)).toHaveLength(2)
})

test('a count that fails is unknown, and the others of its statement are counted', async () => {
  const counter = new BatchedCounter(magazine.connection, Number.POSITIVE_INFINITY)
  const counts = ['tags', 'nothing', 'scratch'].map(table => counter.count(sql`SELECT COUNT(*) FROM ${name(table)}`))
  expect(await Promise.all(counts)).toEqual([8, undefined, 20])
})

test('a count that has not begun at the deadline is unknown', async () => {
  const counter = new BatchedCounter(magazine.connection, Number.NEGATIVE_INFINITY)
  expect(await counter.count(sql`SELECT COUNT(*) FROM tags`)).toBeUndefined()
})

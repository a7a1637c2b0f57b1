import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPostgres, type PostgresServer } from '../../../../test/harness/openPostgres.ts'
import type { KeyedLookup } from '../engine.ts'
import { name, sql } from '../sql.ts'
import { connectionOptions } from './connectionOptions.ts'
import { PostgresEngine } from './PostgresEngine.ts'
import { postgresDialect } from './postgresDialect.ts'

let server: PostgresServer
let engine: PostgresEngine
let address: string

beforeAll(async () => {
  server = await openPostgres()
  address = await server.createDatabase()
  engine = new PostgresEngine({
    connection: connectionOptions(address),
    readConnections: 4,
    writeConnections: 1,
    readTimeoutMs: 10_000,
    schemaVersion: () => 0,
  })
  await server.execute(address, 'CREATE TABLE things (name text COLLATE "C" PRIMARY KEY, size float8)')
})
afterAll(async () => {
  await engine?.close()
  await server?.close()
})

const statements: string[] = []
function one(key: string) {
  statements.push(key)
  return sql`SELECT name, size FROM ${name('things')} WHERE name = ${key}`
}
function many(keys: readonly string[]) {
  statements.push(keys.join())
  return sql`SELECT name, size FROM ${name('things')} WHERE ${postgresDialect.inIds(sql`name`, keys)}`
}
const lookUp: KeyedLookup = { one, many, keyOf: ([name]) => String(name) }
const read = (...keys: string[]) => Promise.all(keys.map(key => engine.rowByKey(lookUp, key)))
beforeEach(async () => {
  await server.execute(address, `TRUNCATE things; INSERT INTO things (name, size) VALUES ('a', 1), ('b', 2), ('it''s', 3)`)
  statements.length = 0
})

test('rows that are wanted at the same time are read with one statement', async () => {
  expect(await read('b', 'missing', 'a', 'b')).toEqual([['b', 2], undefined, ['a', 1], ['b', 2]])
  expect(statements).toEqual(['b,missing,a'])
  expect(await read('a')).toEqual([['a', 1]])
  expect(statements.slice(1)).toEqual(['a'])
})

test('more rows than one statement reads are read with several', async () => {
  const keys = Array.from({ length: 250 }, (_, number) => `key${number}`)
  expect((await read(...keys, 'a')).at(-1)).toEqual(['a', 1])
  expect(statements).toHaveLength(3)
})

test('a key that PostgreSQL rejects does not fail the reads of others', async () => {
  const [a, broken, quoted] = await Promise.allSettled([
    engine.rowByKey(lookUp, 'a'),
    engine.rowByKey(lookUp, 'a\0'),
    engine.rowByKey(lookUp, `it's`),
  ])
  expect(a).toMatchObject({ value: ['a', 1] })
  expect(broken).toMatchObject({ reason: { kind: 'invalidValue' } })
  expect(quoted).toMatchObject({ value: ["it's", 3] })
})

test('a row is read after the last commit, even if it was wanted before', async () => {
  await read('a')
  await engine.transaction(transaction => transaction.run(sql`UPDATE ${name('things')} SET size = ${9} WHERE name = ${'a'}`))
  expect(await read('a')).toEqual([['a', 9]])
})

test('a trace has the table of a row that is read together with others', async () => {
  const finish = engine.traceReads()
  await read('a', 'b')
  expect([...finish().tables]).toEqual(['things'])
})

test('a statement that fails fails all reads that share it, and later ones succeed', async () => {
  await server.execute(address, 'ALTER TABLE things RENAME TO renamed')
  const failed = await Promise.allSettled([engine.rowByKey(lookUp, 'a'), engine.rowByKey(lookUp, 'b')])
  await server.execute(address, 'ALTER TABLE renamed RENAME TO things')
  expect(failed).toMatchObject([{ reason: { kind: 'unknownName' } }, { reason: { kind: 'unknownName' } }])
  expect(await read('a', 'b')).toEqual([
    ['a', 1],
    ['b', 2],
  ])
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { name, sql } from '../sql.ts'
import { connectionOptions } from './connectionOptions.ts'
import type { PostgresEngine } from './PostgresEngine.ts'
import { postgresSchema } from './postgresSchema.ts'
import { prepareDatabase } from './prepareDatabase.ts'
import { openTestDatabase, type TestDatabase } from './testing/openTestDatabase.ts'

let database: TestDatabase
let engine: PostgresEngine

beforeAll(async () => {
  database = await openTestDatabase()
  engine = database.engine
  await prepareDatabase(connectionOptions(database.address), () =>
    engine.transaction(async transaction => {
      for (const statements of Object.values(postgresSchema.systemTables))
        for (const statement of statements) await transaction.run(statement)
    }),
  )
})
afterAll(() => database?.close())

describe('the schema of PostgreSQL', () => {
  test('the system tables have the columns of the 0.22 layout, without the row number', async () => {
    expect(await postgresSchema.hasTable(engine, '_collections')).toBe(true)
    expect(await postgresSchema.hasTable(engine, 'missing')).toBe(false)
    expect(await postgresSchema.columns(engine, '_externalAuths')).toEqual([
      'id',
      'collectionId',
      'recordId',
      'provider',
      'providerId',
      'created',
      'updated',
    ])
    expect(await postgresSchema.tables(engine)).toEqual(
      expect.arrayContaining(['_admins', '_cofferDeletions', '_coffer_log_hours', '_logs', '_migrations', '_params']),
    )
  })

  test('names are found in any case', async () => {
    expect(await postgresSchema.columns(engine, '_EXTERNALauths')).toHaveLength(7)
    expect(await postgresSchema.findIndex(engine, '_externalauths_RECORD_provider_idx')).toMatchObject({
      name: '_externalAuths_record_provider_idx',
      table: '_externalAuths',
    })
    expect((await postgresSchema.indexes(engine, '_EXTERNALAUTHS')).map(({ name }) => name)).toContain(
      '_externalAuths_collection_provider_idx',
    )
    expect(await postgresSchema.findIndex(engine, 'missing')).toBeUndefined()
  })

  test('a row gets its number, its id and its dates from the database', async () => {
    await engine.transaction(async transaction => {
      for (const message of ['a', 'b']) await transaction.run(sql`INSERT INTO ${name('_logs')} (message) VALUES (${message})`)
    })
    const rows = await engine.rows(
      sql`SELECT ${name('@row')}, message, id, created FROM ${name('_logs')} ORDER BY ${name('@row')}`,
    )
    expect(rows).toEqual([1, 2].map((number, index) => [number, 'ab'[index], expect.any(String), expect.any(String)]))
    for (const [, , id, created] of rows) {
      expect(id).toMatch(/^r[0-9a-f]{14}$/)
      expect(created).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}Z$/)
    }
  })

  test('sizes are the last row numbers, and the size of a missing table is unknown', async () => {
    expect(await postgresSchema.sizes(engine, ['_logs', '_params', 'missing'])).toEqual([2, 0, Number.POSITIVE_INFINITY])
  })
})

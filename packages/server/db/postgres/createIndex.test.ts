import { parseIndex } from '@coffer/schema'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { constant, name, sql } from '../sql.ts'
import type { PostgresEngine } from './PostgresEngine.ts'
import { postgresSchema } from './postgresSchema.ts'
import { openTestDatabase, type TestDatabase } from './testing/openTestDatabase.ts'

let database: TestDatabase
let engine: PostgresEngine

const longName = `long_${'name'.repeat(20)}`

beforeAll(async () => {
  database = await openTestDatabase()
  engine = database.engine
  const text = 'text COLLATE "C" NOT NULL'
  await engine.transaction(async transaction => {
    await transaction.run(
      sql`CREATE TABLE posts (id text, title ${constant(text)}, ${name('postViews')} double precision, tags json, featured boolean,
        ${name(longName)} ${constant(text)})`,
    )
    await postgresSchema.storeNames(transaction, 'posts', [longName])
    for (const title of ['a', 'A', 'b']) {
      await transaction.run(sql`INSERT INTO posts VALUES (${title}, ${title}, ${1}, '["x"]', ${true}, '')`)
    }
  })
})
afterAll(() => database?.close())

function definition(statement: string) {
  const index = parseIndex(statement)
  if (!index) throw new Error(statement)
  return index
}

const build = (statement: string) =>
  engine.transaction(transaction => postgresSchema.createIndex(transaction, definition(statement)))

const stored = async (index: string): Promise<string> =>
  String((await engine.row(sql`SELECT pg_get_indexdef(oid) FROM pg_class WHERE relname = ${index} AND relkind = 'i'`))?.[0])

describe('an index on PostgreSQL', () => {
  test.each([
    ['CREATE INDEX i1 ON posts (Title, [postviews] DESC)', '(title, "postViews" DESC)'],
    ['CREATE INDEX i2 ON posts ("title" COLLATE NOCASE)', 'nocase('],
    ['CREATE INDEX i3 ON posts (lower(title), length(title)) WHERE postViews > 0', 'WHERE ("postViews" > (0)::double precision)'],
    ['CREATE INDEX i4 ON posts (tags)', '((tags)::text)'],
    [
      "CREATE INDEX i5 ON posts (title) WHERE featured = TRUE AND title != ''",
      "WHERE ((featured = true) AND (title <> ''::text))",
    ],
    [`CREATE UNIQUE INDEX i6 ON posts (id, \`${longName}\`)`, '(id, "long_name'],
  ])('%s is built', async (statement, expected) => {
    await build(statement)
    const { name } = definition(statement)
    expect(await stored(name)).toContain(expected)
    const found = await postgresSchema.findIndex(engine, name.toUpperCase())
    expect(found?.statement && parseIndex(found.statement)).toEqual(definition(statement))
    await engine.transaction(transaction => transaction.run(sql`DROP INDEX ${constant(name)}`))
  })

  test('the columns of a table have their full names', async () => {
    expect(await postgresSchema.columns(engine, 'POSTS')).toEqual(['id', 'title', 'postViews', 'tags', 'featured', longName])
  })

  test.each([
    ['CREATE UNIQUE INDEX u1 ON posts (postViews)', 'UNIQUE constraint failed: posts.postViews'],
    ['CREATE UNIQUE INDEX u2 ON posts (title COLLATE NOCASE)', 'UNIQUE constraint failed: '],
    ['CREATE UNIQUE INDEX u3 ON posts (lower(title))', "UNIQUE constraint failed: index 'u3'"],
    ['CREATE INDEX u4 ON posts (missing)', 'no such column: missing'],
    ['CREATE INDEX u5 ON posts (title COLLATE unknown)', 'no such collation sequence: unknown'],
    ['CREATE INDEX u6 ON posts (printf(title))', 'The function printf is not portable'],
    ['CREATE INDEX u7 ON posts (pg_sleep(1))', 'no such function: pg_sleep'],
    ['CREATE INDEX u8 ON posts (random())', 'non-deterministic functions prohibited in index expressions'],
    ['CREATE INDEX u9 ON posts (title) WHERE title GLOB "a*"', 'glob is not portable'],
    ['CREATE INDEX u10 ON posts (title) WHERE 1 = 1 GROUP BY title', 'near "GROUP": syntax error'],
  ])('%s is rejected', async (statement, reason) => {
    await expect(build(statement)).rejects.toThrow(new RegExp(reason.replace(/[()]/g, '\\$&'), 'i'))
    expect(await postgresSchema.findIndex(engine, definition(statement).name)).toBeUndefined()
  })

  test('a text beyond the limit of an index is rejected when the index is built and when a record is written', async () => {
    // Random, because PostgreSQL compresses texts.
    const long = Array.from({ length: 1000 }, () => Math.random().toString(36)).join('')
    const insert = () =>
      engine.transaction(transaction => transaction.run(sql`INSERT INTO posts VALUES ('long', ${long}, 1, NULL, FALSE, '')`))
    await insert()
    await expect(build('CREATE INDEX too_long ON posts (title)')).rejects.toThrow(
      /too long for an index.*index only their beginning/,
    )
    await engine.transaction(transaction => transaction.run(sql`DELETE FROM posts WHERE id = 'long'`))
    await build('CREATE INDEX too_long ON posts (title)')
    await expect(insert()).rejects.toThrow(/too long for an index.*Shorten the text, or remove the index/)
    await engine.transaction(transaction => transaction.run(sql`DROP INDEX too_long`))
    await build('CREATE INDEX short_enough ON posts (substr(title, 1, 500))')
    await insert()
  })

  test('an index that cannot be built leaves the transaction usable', async () => {
    await engine.transaction(async transaction => {
      await postgresSchema
        .createIndex(transaction, definition('CREATE UNIQUE INDEX twice ON posts (featured)'))
        .catch(() => undefined)
      await postgresSchema.createIndex(transaction, definition('CREATE INDEX once ON posts (featured)'))
    })
    expect(await postgresSchema.findIndex(engine, 'once')).toBeDefined()
  })
})

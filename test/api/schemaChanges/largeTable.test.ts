import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { base, field, idOf, type ServedCollections, serveCollections } from '../records/serveCollections.ts'

const rows = 200_000
const tableBytes = 80_000_000

const fill = `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${rows})
  INSERT INTO books (id, title, genre) SELECT printf('book%011d', n), hex(zeroblob(180)), 'novel' FROM numbers`

const genre = (maxSelect: number) => field('genre', 'select', { maxSelect, values: ['novel', 'poetry'] })

let server: ServedCollections
beforeAll(async () => {
  const books = base('books', [field('title', 'text'), genre(1)])
  server = await serveCollections([books, base('notes', [field('title', 'text')])], { sql: [fill], process: true })
}, 120_000)
afterAll(() => server.close())

const isLogShort = () => statSync(join(server.dataDir, 'data.db-wal')).size < tableBytes

test('the write-ahead log is short again after each conversion of a field of a large table', async () => {
  await server.create('notes', { title: 'first' })
  for (const maxSelect of [2, 1, 2]) {
    const body = { schema: [field('title', 'text'), genre(maxSelect)] }
    expect((await server.ask('PATCH', idOf('books'), { token: server.admin, body })).status).toBe(200)
    await expect.poll(() => server.create('notes', { title: 'next' }).then(isLogShort), { timeout: 30_000 }).toBe(true)
  }
  expect(statSync(join(server.dataDir, 'data.db')).size).toBeGreaterThan(tableBytes)
  const { json } = await server.ask('GET', 'books/records?perPage=1')
  expect(json).toMatchObject({ totalItems: rows, items: [{ genre: ['novel'] }] })
}, 120_000)

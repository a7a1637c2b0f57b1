import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memoryOf } from '../../harness/processTree.ts'
import { base, field, idOf, type ServedCollections, serveCollections } from '../records/serveCollections.ts'

const megabyte = 1_000_000
const rows = 200_000
const tableSize = 80 * megabyte

const fill = `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${rows})
  INSERT INTO books (id, title, genre) SELECT printf('book%011d', n), hex(zeroblob(180)), 'novel' FROM numbers`

const genre = (maxSelect: number) => field('genre', 'select', { maxSelect, values: ['novel', 'poetry'] })

let server: ServedCollections
beforeAll(async () => {
  const books = base('books', [field('title', 'text'), genre(1)])
  server = await serveCollections([books, base('notes', [field('title', 'text')])], { sql: [fill], process: true })
}, 120_000)
afterAll(() => server.close())

const memory = () => memoryOf(server.pid ?? 0) * megabyte

const isLogShort = () => statSync(join(server.dataDir, 'data.db-wal')).size < tableSize

test('converting a field of a large table needs neither much memory nor a large write-ahead log', async () => {
  await server.create('notes', { title: 'first' })
  const before = memory()
  for (const maxSelect of [2, 1, 2]) {
    const body = { schema: [field('title', 'text'), genre(maxSelect)] }
    expect((await server.ask('PATCH', idOf('books'), { token: server.admin, body })).status).toBe(200)
    await expect.poll(() => server.create('notes', { title: 'next' }).then(isLogShort), { timeout: 30_000 }).toBe(true)
  }
  expect(statSync(join(server.dataDir, 'data.db')).size).toBeGreaterThan(tableSize)
  expect(memory() - before).toBeLessThan(tableSize / 2)
  const { json } = await server.ask('GET', 'books/records?perPage=1')
  expect(json).toMatchObject({ totalItems: rows, items: [{ genre: ['novel'] }] })
}, 120_000)

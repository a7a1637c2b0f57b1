import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'

let magazine: ServedMagazine
/** The ids in the order of insertion, with the number and the group of each record. */
let entries: { id: string; n: number; part: string }[]

const field = (name: string, type: string) => ({ name, type, options: {} })

beforeAll(async () => {
  magazine = await serveMagazine()
  await magazine.change('POST', '', { name: 'entries', type: 'base', schema: [field('n', 'number'), field('part', 'text')] })
  entries = []
  for (let n = 0; n < 30; n += 1) {
    const { id } = await magazine.change('POST', '/entries/records', { n, part: `part ${(n * 7) % 5}` })
    entries.push({ id: String(id), n, part: `part ${(n * 7) % 5}` })
  }
  // PostgreSQL stores a changed record at another place.
  for (const { id } of entries.filter(({ n }) => n % 3 === 0))
    await magazine.change('PATCH', `/entries/records/${id}`, { n: 100 })
})
afterAll(() => magazine?.close())

/** Creates a view and reads a column of all its records in pages. */
async function readPages(name: string, query: string, column: string, sort = ''): Promise<unknown[]> {
  await magazine.change('POST', '', { name, type: 'view', options: { query } })
  const values: unknown[] = []
  for (let page = 1, isFull = true; isFull; page += 1) {
    const { items } = await magazine.change('GET', `/${name}/records?perPage=7&page=${page}&sort=${sort}`)
    const list = items as Record<string, unknown>[]
    values.push(...list.map(item => item[column]))
    isFull = list.length === 7
  }
  return values
}

test('the pages of an unsorted view have the order of the table that it reads', async () => {
  expect(await readPages('plain', 'SELECT id, n, part FROM entries', 'id')).toEqual(entries.map(({ id }) => id))
})

test('the pages of an unsorted view with joins have the order of its first table, and each record once', async () => {
  const query = `SELECT (entries.id || other.id) AS id, entries.id AS entry FROM entries
    LEFT JOIN entries other ON other.part = entries.part`
  const pages = await readPages('joined', query, 'id')
  expect(new Set(pages).size).toBe(180)
  expect(pages.map(id => String(id).slice(0, 15))).toEqual(entries.flatMap(({ id }) => Array(6).fill(id)))
})

test('the pages of an unsorted view with groups are in the order of the groups', async () => {
  const query = 'SELECT max(id) AS id, part, count(*) AS n FROM entries GROUP BY part'
  expect(await readPages('grouped', query, 'part')).toEqual([0, 1, 2, 3, 4].map(part => `part ${part}`))
})

test('an unsorted view keeps the ORDER BY of its query', async () => {
  expect(await readPages('sorted', 'SELECT id, n FROM entries ORDER BY part DESC, created', 'id')).toEqual(
    entries
      .toSorted((one, other) => (one.part < other.part ? 1 : one.part > other.part ? -1 : one.n - other.n))
      .map(({ id }) => id),
  )
})

test('the pages of a view that is sorted by a column with equal values contain each record once', async () => {
  const pages = await readPages('equal', 'SELECT id, part FROM entries', 'id', 'part')
  expect(pages).toEqual(entries.toSorted((one, other) => one.part.localeCompare(other.part)).map(({ id }) => id))
})

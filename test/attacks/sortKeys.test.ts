import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { type RunningCoffer, startCoffer } from '../harness/coffer.ts'
import { copySample, type SampleCopy } from '../harness/copySample.ts'
import { isPostgresRun } from '../harness/postgres/testDatabases.ts'

/** More records than a sort by 200 keys may hold, which is 20,000. */
const manyRecords = `INSERT INTO scratch (id, n) WITH RECURSIVE counter(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM counter WHERE x < 21000)
  SELECT printf('sorted%09d', x), x FROM counter`

let copy: SampleCopy
let coffer: RunningCoffer
beforeAll(async () => {
  copy = await copySample('magazine', [{ sql: manyRecords }])
  // Prints the statements.
  coffer = await startCoffer(copy.dataDir, ['--dev'])
}, 240_000)
afterAll(async () => {
  await coffer?.end('SIGKILL')
  await copy?.remove()
})

const list = (query: Record<string, string>, prefix = '/api') =>
  askApi(coffer.port, 'GET', `${prefix}/collections/scratch/records?${new URLSearchParams(query)}`)

/** Returns the statements that have sorted the collection since an earlier length of the output. */
const sortingStatements = (printed: number) =>
  coffer
    .output()
    .slice(printed)
    .split('\n')
    .filter(line => line.startsWith('[sql]') && line.includes('scratch') && line.includes('ORDER BY'))

const directionsIn = (statement: string): string[] => statement.match(/ (?:ASC|DESC)\b/g) ?? []

/** A sort by `n`, downwards, that repeats its field in both directions. */
const repeated = (keys: number) => Array.from({ length: keys }, (_, index) => (index % 2 === 0 ? '-n' : 'n')).join()

test.each<[string, string, number, Record<string, string>]>([
  ['in the dialect of 0.22', '/api', 400, {}],
  ['in the dialect of 0.22, without counting', '/api', 400, { skipTotal: '1' }],
  ["in today's dialect", '/today/api', 8, {}],
])('a sort that repeats a field makes the database sort by it once, %s', async (_, prefix, keys, query) => {
  const printed = coffer.output().length
  const filter = 'id ~ "sorted"'
  const { status, json } = await list({ ...query, filter, sort: repeated(keys), perPage: '3', fields: 'n' }, prefix)
  expect([status, json.items]).toEqual([200, [{ n: 21_000 }, { n: 20_999 }, { n: 20_998 }]])
  await expect.poll(() => sortingStatements(printed).length).toBeGreaterThan(0)
  expect(sortingStatements(printed).map(directionsIn)).toEqual([[' DESC']])
})

test("a repeated field of a sort counts toward the limit of today's dialect", async () => {
  expect((await list({ sort: repeated(9) }, '/today/api')).status).toBe(400)
})

test('a sort that repeats an invalid name is rejected in the same way as a sort that has it once', async () => {
  for (const sort of ['nothing', 'nothing,nothing', 'n,nothing,n']) expect((await list({ sort })).status, sort).toBe(400)
})

/** 200 different keys: paths in a JSON field. */
const manyKeys = Array.from({ length: 200 }, (_, index) => `j.${index}`).join()

test.skipIf(isPostgresRun())(
  'a page is rejected if its sort would hold more than four million keys, and is empty behind the last one',
  async () => {
    const page = async (number: number) => {
      const { status, json } = await list({ sort: manyKeys, perPage: '100', page: String(number), fields: 'id' })
      return [status, json.message ?? (json.items as unknown[]).length]
    }
    expect(await page(1)).toEqual([200, 100])
    const advice =
      'The page is too far down for a sort by so many fields. Sort by fewer fields, or narrow the list with a filter.'
    expect(await page(201)).toEqual([400, advice])
    expect(await page(212)).toEqual([200, 0])
    expect((await list({ sort: 'n', perPage: '100', page: '201' })).status, 'the same page, sorted by one field').toBe(200)
  },
)

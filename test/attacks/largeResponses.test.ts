import { afterAll, beforeAll, expect, test } from 'vitest'
import { type WatchedServer, watchServer } from '../harness/watchServer.ts'

/** Inserts seventeen records of 4 MB. */
const sql = `
  WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 17)
  INSERT INTO scratch (id, t) SELECT printf('large%010d', n), printf('%.*c', 4 * 1024 * 1024, 'x') FROM many`

let server: WatchedServer
beforeAll(async () => {
  server = await watchServer([{ sql }])
  // The copies to and from PostgreSQL take time.
}, 240_000)
afterAll(() => server.close(), 240_000)

const list = (query: string) => server.ask('GET', `/api/collections/scratch/records?filter=id~"large"&${query}`)

test.each(['perPage=30', 'perPage=500', 'perPage=500&sort=n,-id'])('a page of more than 64 MB is rejected: %s', async query => {
  expect((await list(query)).json).toEqual({
    code: 400,
    data: {},
    message: 'The records of this page are larger than 64 MB in total. Lower "perPage", or select fewer fields with "fields".',
  })
})

test.each(['perPage=3', 'perPage=500&fields=id', 'perPage=30&fields=id'])(
  'a part of at most 64 MB of a large page is returned: %s',
  async query => {
    const { status, json } = await list(query)
    expect(status).toBe(200)
    expect(json.totalItems).toBe(17)
  },
)

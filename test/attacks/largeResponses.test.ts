import { afterAll, beforeAll, expect, test } from 'vitest'
import { type WatchedServer, watchServer } from '../harness/watchServer.ts'

/** Inserts seventeen records with a text of 4 MB, seventeen with four texts of 1 MB, one that refers to five of them, and one to all. */
const sql = `
  WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 17)
  INSERT INTO scratch (id, t) SELECT printf('large%010d', n), printf('%.*c', 4 * 1024 * 1024, 'x') FROM many;
  WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 17)
  INSERT INTO scratch (id, t, ed, j, u) SELECT printf('split%010d', n), text, text, json_quote(text), text
    FROM many, (SELECT printf('%.*c', 1024 * 1024, 'x') AS text);
  INSERT INTO scratch (id, "rN") SELECT 'fiveRelations00', json_group_array(id) FROM (SELECT id FROM scratch WHERE id LIKE 'split%' LIMIT 5);
  INSERT INTO scratch (id, "rN") SELECT 'allRelations000', json_group_array(id) FROM scratch WHERE id LIKE 'split%'`

let server: WatchedServer
beforeAll(async () => {
  server = await watchServer([{ sql }])
  // The copies to and from PostgreSQL take time.
}, 240_000)
afterAll(() => server.close(), 240_000)

const list = (query: string, ids = 'large') => server.ask('GET', `/api/collections/scratch/records?filter=id~"${ids}"&${query}`)

test.each([
  ['perPage=30', 'large'],
  ['perPage=500', 'large'],
  ['perPage=500&sort=n,-id', 'large'],
  ['perPage=30', 'split'],
  ['perPage=500', 'split'],
])('a page of more than 64 MB is rejected: %s, of the %s records', async (query, ids) => {
  expect((await list(query, ids)).json).toEqual({
    code: 400,
    data: {},
    message: 'The records of this page are larger than 64 MB in total. Lower "perPage", or select fewer fields with "fields".',
  })
})

test.each([
  ['perPage=3', 'large'],
  ['perPage=500&fields=id', 'large'],
  ['perPage=30&fields=id', 'large'],
  ['perPage=3', 'split'],
  ['perPage=500&fields=id,t,ed', 'split'],
])('a part of at most 64 MB of a large page is returned: %s, of the %s records', async (query, ids) => {
  const { status, json } = await list(query, ids)
  expect(status).toBe(200)
  expect(json.totalItems).toBe(17)
})

test.each([
  ['fiveRelations00', 5],
  ['allRelations000', 0],
])('records with relations of up to 64 MB are expanded, and larger ones are left out: %s', async (id, expanded) => {
  const { status, json } = await server.ask('GET', `/api/collections/scratch/records/${id}?expand=rN`)
  const { rN = [] } = (json.expand ?? {}) as { rN?: unknown[] }
  expect([status, rN.length]).toEqual([200, expanded])
})

test('related records are left out of a batch whose response would be larger than 64 MB in total', async () => {
  const { admin } = server
  const settings = { batch: { enabled: true, maxRequests: 10, timeout: 60 } }
  expect((await server.ask('PATCH', '/today/api/settings', { token: admin, body: settings })).status).toBe(200)
  const change = { method: 'PATCH', url: '/api/collections/scratch/records/fiveRelations00?expand=rN', body: { n: 1 } }
  const requests = Array.from({ length: 5 }, () => change)
  const { status, text } = await server.ask('POST', '/today/api/batch', { token: admin, body: { requests } })
  const bodies = (JSON.parse(text) as { body: { expand?: { rN?: unknown[] } } }[]).map(({ body }) => body)
  expect([status, bodies.map(({ expand }) => expand?.rN?.length ?? 0)]).toEqual([200, [5, 5, 5, 0, 0]])
})

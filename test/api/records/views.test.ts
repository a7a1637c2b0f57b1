import { afterAll, beforeAll, expect, test } from 'vitest'
import { base, field, idOf, relation, type ServedCollections, serveCollections, view } from './serveCollections.ts'

let server: ServedCollections
beforeAll(async () => {
  server = await serveCollections(
    [
      base('kinds', [field('title', 'text')]),
      base('things', [field('title', 'text'), relation('kind', 'kinds'), field('paper', 'file')]),
      view(
        'shown',
        [field('title', 'text'), relation('kind', 'kinds'), field('paper', 'file')],
        'SELECT id, title, kind, paper FROM things',
      ),
      view('pairs', [field('title', 'text')], 'SELECT things.id AS id, kinds.title AS title FROM things CROSS JOIN kinds'),
      view('lost', [field('title', 'text')], 'SELECT id, title FROM nowhere'),
      base('notes', [relation('pair', 'pairs'), relation('pairs', 'pairs', { maxSelect: null }), relation('thing', 'shown')]),
    ],
    {
      sql: [
        "INSERT INTO kinds (id, title) VALUES ('kind00000000001', 'one'), ('kind00000000002', 'two')",
        "INSERT INTO things (id, title, kind) VALUES ('thing0000000001', 'a', 'kind00000000001'), ('thing0000000002', 'b', '')",
      ],
    },
  )
})
afterAll(() => server.close())

test('a relation can refer to a view, even to one with duplicate ids', async () => {
  const both = ['thing0000000001', 'thing0000000002']
  const made = await server.create('notes', { pair: both[0], pairs: both, thing: both[1] })
  expect(made).toMatchObject({ pair: both[0], pairs: both, thing: both[1] })
  const filter = encodeURIComponent('pair.title != "" && pairs.title ?= "two" && thing.title = "b"')
  const { json } = await server.ask('GET', `notes/records?filter=${filter}&expand=pair,thing.kind`)
  expect(json).toMatchObject({
    totalItems: 1,
    items: [{ id: made.id, expand: { pair: { id: both[0] }, thing: { title: 'b' } } }],
  })
  const refused = await server.ask('POST', 'notes/records', { body: { pairs: [...both, 'thing0000000003'] } })
  expect(refused.json.data).toMatchObject({ pairs: { code: 'validation_missing_rel_records' } })
})

test('the total of a view counts duplicate ids once', async () => {
  const { json } = await server.ask('GET', 'pairs/records')
  expect([json.totalItems, json.totalPages, (json.items as unknown[]).length]).toEqual([2, 1, 4])
})

test('a back relation from a view expands its records', async () => {
  const { json } = await server.ask('GET', 'kinds/records/kind00000000001?expand=shown_via_kind')
  expect(json.expand).toMatchObject({ shown_via_kind: [{ id: 'thing0000000001', collectionId: idOf('shown') }] })
})

test('a file is served at the path of a view that shows it', async () => {
  const body = new FormData()
  body.set('paper', new File(['a paper'], 'paper.txt'))
  const { json } = await server.ask('PATCH', 'things/records/thing0000000002', { body })
  const response = await fetch(`http://127.0.0.1:${server.port}/api/files/shown/thing0000000002/${json.paper}`)
  expect([response.status, await response.text()]).toEqual([200, 'a paper'])
})

test('a broken view rejects lists and returns 404 for its records', async () => {
  expect((await server.ask('GET', 'lost/records')).json).toEqual({
    code: 400,
    message: 'Something went wrong while processing your request.',
    data: {},
  })
  expect((await server.ask('GET', 'lost/records/thing0000000001')).status).toBe(404)
})

test.each(['POST', 'PATCH', 'DELETE'])('records of a view cannot be written: %s', async method => {
  for (const token of [undefined, server.admin]) {
    const path = method === 'POST' ? 'shown/records' : 'shown/records/thing0000000001'
    const { json } = await server.ask(method, path, { token, body: {} })
    expect(json).toEqual({ code: 400, message: 'Unsupported collection type.', data: {} })
  }
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeDatabase } from '../../harness/changeDatabase.ts'
import { queryDatabase } from '../../harness/queryDatabase.ts'
import { base, field, relation, type ServedCollections, serveCollections } from './serveCollections.ts'

let server: ServedCollections
beforeAll(async () => {
  server = await serveCollections([
    base('hub', [field('title', 'text')]),
    base('spoke', [field('title', 'text'), relation('hub', 'hub'), relation('hubs', 'hub', { maxSelect: null })]),
  ])
})
afterAll(() => server.close())

const missing = {
  code: 'validation_missing_rel_records',
  message: 'Failed to find all relation records with the provided ids.',
}

const create = (body: object) => server.ask('POST', 'spoke/records', { body })
const change = (id: string, body: object) => server.ask('PATCH', `spoke/records/${id}`, { body })
const remove = (id: string) => server.ask('DELETE', `hub/records/${id}`)

test('a reference to a record that was just deleted is rejected', async () => {
  const [gone, stays] = [await server.create('hub', {}), await server.create('hub', {})]
  const spoke = await server.create('spoke', { hub: stays.id, hubs: [gone.id, stays.id] })
  expect((await remove(gone.id)).status).toBe(204)

  expect((await create({ hub: gone.id })).json).toMatchObject({ code: 400, data: { hub: missing } })
  expect((await create({ hubs: [stays.id, gone.id] })).json).toMatchObject({ code: 400, data: { hubs: missing } })
  expect((await change(spoke.id, { 'hubs+': gone.id })).json).toMatchObject({ code: 400, data: { hubs: missing } })
  expect((await change(spoke.id, { title: 'new' })).json).toMatchObject({ title: 'new', hub: stays.id, hubs: [stays.id] })
})

test('records created during the deletion of their target never keep a dangling reference', async () => {
  for (let round = 0; round < 20; round += 1) {
    const { id } = await server.create('hub', {})
    await server.create('spoke', { hub: id })
    const made = Array.from({ length: 6 }, () => create({ hub: id, hubs: [id] }))
    const removed = remove(id)
    const late = Array.from({ length: 6 }, () => create({ hub: id, hubs: [id] }))
    expect((await removed).status).toBe(204)
    for (const { status } of await Promise.all([...made, ...late])) expect([200, 400]).toContain(status)
  }
  const dangling = "hub != '' AND hub NOT IN (SELECT id FROM hub) OR json_array_length(hubs) > 0"
  expect(queryDatabase(server.dataDir, 'data', `SELECT COUNT(*) FROM spoke WHERE title = '' AND (${dangling})`)).toEqual([[0]])
})

test('a deletion by another program is noticed within a moment', async () => {
  const { id } = await server.create('hub', {})
  await server.create('spoke', { hub: id })
  await changeDatabase(server.dataDir, 'data', `DELETE FROM hub WHERE id = '${id}'`)
  await expect.poll(async () => (await create({ hub: id })).status).toBe(400)
})

import fc from 'fast-check'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { signToken } from '../../harness/signToken.ts'
import { base, field, idOf, relation } from '../records/serveCollections.ts'
import { forest, forestCollections, plant } from './forest.ts'
import { serveUndo, type UndoServer } from './serveUndo.ts'

const room = (id: string, next: string, plan: string, photos: string[]) =>
  `INSERT INTO rooms (id, next, plan, photos, created, updated)
    VALUES ('${id}', '${next}', '${plan}', '${JSON.stringify(photos)}', '', '')`

let server: UndoServer
beforeAll(async () => {
  const rooms = base('rooms', [
    relation('next', 'rooms', {}, true),
    field('plan', 'file'),
    field('photos', 'file', { maxSelect: 5 }),
  ])
  const chairs = base('chairs', [relation('room', 'rooms', { cascadeDelete: true })])
  const targets = base('targets', [])
  const holders = base('holders', [
    relation('a', 'targets', {}, true),
    relation('b', 'targets', { cascadeDelete: true, maxSelect: null }),
  ])
  // Each room requires another one, so that no single one can be deleted.
  server = await serveUndo([...forestCollections, rooms, chairs, targets, holders], {
    sql: [
      room('room00000000001', 'room00000000002', 'plan_aaaaaaaaaa.png', ['one_aaaaaaaaaa.png', 'two_aaaaaaaaaa.png']),
      room('room00000000002', 'room00000000003', '', ['one_bbbbbbbbbb.png']),
      room('room00000000003', 'room00000000001', 'plan_cccccccccc.png', []),
    ],
  })
})
afterAll(() => server.close())

const preview = (collection: string, token = server.admin) =>
  server.ask('POST', '../deletions/preview', { token, body: { collection, all: true } })
const truncate = (collection: string) =>
  askApi(server.port, 'DELETE', `/today/api/collections/${collection}/truncate`, { token: server.admin })

/** Enough records that a truncation deletes them in several batches. */
const targetCount = 450
const targetId = (number: number) => `target${String(number).padStart(9, '0')}`
const targetRows = Array.from({ length: targetCount }, (_, index) => `('${targetId(index + 1)}', '', '')`)

/** Inserts the targets, and removes them and their holders when the test has finished. */
async function plantTargets(): Promise<void> {
  onTestFinished(async () => {
    for (const name of ['holders', 'targets']) await server.execute(`DELETE FROM ${name}`)
  })
  await server.execute(`INSERT INTO targets (id, created, updated) VALUES ${targetRows.join()}`)
}

const counted = (collectionName: string, count: number) => ({ collectionId: idOf(collectionName), collectionName, count })

test('a preview of a truncation counts the records, their files and what they cascade to, and deletes nothing', async () => {
  const { id } = await server.create('chairs', { room: 'room00000000002' })
  const expected = { deleted: [counted('chairs', 1)], requiredBy: [], isComplete: true, records: 3, files: 5 }
  expect((await preview('rooms')).json).toEqual(expected)
  expect((await preview(idOf('rooms'))).json).toEqual(expected)
  expect((await preview('chairs')).json).toEqual({ deleted: [], requiredBy: [], isComplete: true, records: 1, files: 0 })
  expect((await server.ask('GET', `chairs/records/${id}`)).status).toBe(200)
  expect(server.count('rooms')).toBe(3)
  await truncate('chairs')
})

test('records that require each other can be deleted only by a truncation of their collection', async () => {
  expect((await server.ask('DELETE', 'rooms/records/room00000000001')).status).toBe(400)
  expect(server.count('rooms')).toBe(3)
  expect((await truncate('rooms')).status).toBe(204)
  expect(server.count('rooms')).toBe(0)
})

test('a truncation is prevented by the records of other collections that require its records, which its preview counts', async () => {
  const { id: tree } = await server.create('trees', {})
  await server.create('leaves', { tree })
  await server.create('locks', { tree })
  expect((await preview('trees')).json).toMatchObject({ requiredBy: [counted('locks', 1)], records: 1 })
  expect((await truncate('trees')).status).toBe(400)
  expect([server.count('trees'), server.count('leaves')]).toEqual([1, 1])
})

test.each([
  ['earlier', 400, [50]],
  ['later', 60, [200]],
  ['later, by its last reference', 60, [10, 440]],
  ['at the same time', 60, [61]],
])('a record that requires a deleted one does not prevent a truncation that deletes the record %s', async (_, a, b) => {
  await plantTargets()
  const holder = await server.create('holders', { a: targetId(a), b: b.map(targetId) })
  const expected = { deleted: [counted('holders', 1)], requiredBy: [], isComplete: true, records: targetCount, files: 0 }
  expect((await preview('targets')).json).toEqual(expected)
  expect((await truncate('targets')).status).toBe(204)
  expect(server.count('targets')).toBe(0)
  expect((await server.ask('GET', `holders/records/${holder.id}`)).status).toBe(404)
})

test.each([
  ['none is left', 400, []],
  ['one of them is missing', 60, [200, targetCount + 1]],
])('a record that requires a deleted one prevents a truncation if of its cascading references %s', async (_, a, b) => {
  await plantTargets()
  const [kept, gone] = [await server.create('holders', { a: targetId(a) }), await server.create('holders', { a: targetId(a) })]
  await server.execute(`UPDATE holders SET b = '${JSON.stringify(b.map(targetId))}' WHERE id = '${kept.id}'`)
  await server.execute(`UPDATE holders SET b = '${JSON.stringify([targetId(300)])}' WHERE id = '${gone.id}'`)
  const expected = { deleted: [counted('holders', 1)], requiredBy: [counted('holders', 1)], records: targetCount }
  expect((await preview('targets')).json).toMatchObject(expected)
  expect((await truncate('targets')).status).toBe(400)
  expect([server.count('targets'), server.count('holders')]).toEqual([targetCount, 2])
})

test('a preview of a truncation is only for admins, and not for views', async () => {
  expect((await preview('trees', signToken(server.dataDir, 'auth', 'users:alice'))).status).toBe(401)
  expect((await preview('post_stats')).status).toBe(400)
  expect((await preview('nowhere')).status).toBe(404)
})

const names = ['bundles', 'leaves', 'locks', 'trees']
const countAll = () => names.map(server.count)

/** Trees between the planted ones, so that a truncation deletes these in several batches: the ids begin with all characters. */
const fillers = Array.from({ length: 288 }, (_, index) => {
  const id = (index % 36).toString(36) + String(index).padStart(14, '0')
  return `('${id}', '', '', '')`
})

test('the preview of a truncation matches what the truncation then does', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(forest(true), async planted => {
      // In this order, nothing requires a record that is deleted.
      for (const name of ['bundles', 'locks', 'leaves', 'trees']) expect((await truncate(name)).status).toBe(204)
      const trees = await plant(server, planted)
      await server.execute(`INSERT INTO trees (id, parent, created, updated) VALUES ${fillers.join()}`)
      const { json } = await preview('trees')
      const before = countAll()
      const { status } = await truncate('trees')
      if (status !== 204) {
        expect([status, (json.requiredBy as object[]).length > 0, countAll()]).toEqual([400, true, before])
        return
      }
      const after = countAll()
      expect(after.at(-1)).toBe(0)
      const deleted = ['bundles', 'leaves', 'locks'].flatMap((name, at) => {
        const count = (before[at] ?? 0) - (after[at] ?? 0)
        return count > 0 ? [counted(name, count)] : []
      })
      expect(json).toEqual({ deleted, requiredBy: [], isComplete: true, records: trees.length + fillers.length, files: 0 })
    }),
    { numRuns: 30 },
  )
})

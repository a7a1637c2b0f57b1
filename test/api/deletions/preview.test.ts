import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signToken } from '../../harness/signToken.ts'
import { idOf } from '../records/serveCollections.ts'
import { forest, forestCollections, place, plant } from './forest.ts'
import { serveUndo, type UndoServer } from './serveUndo.ts'

let server: UndoServer
beforeAll(async () => {
  server = await serveUndo(forestCollections)
})
afterAll(() => server.close())

const preview = (collection: string, ids: string[], token = server.admin) =>
  server.ask('POST', '../deletions/preview', { token, body: { collection, ids } })
const counted = (collectionName: string, count: number) => ({ collectionId: idOf(collectionName), collectionName, count })

test('a preview counts records that cascade through several levels, and deletes nothing', async () => {
  const { id: tree } = await server.create('trees', {})
  const { id: other } = await server.create('trees', {})
  const { id: child } = await server.create('trees', { parent: tree })
  await server.create('leaves', { seen: tree })
  const { id: leaf } = await server.create('leaves', { tree: child })
  const { id: shared } = await server.create('leaves', { trees: [child, other] })
  await server.create('leaves', { others: [leaf] })
  const expected = { deleted: [counted('leaves', 2), counted('trees', 1)], requiredBy: [], isComplete: true }
  expect((await preview('trees', [tree])).json).toEqual(expected)
  expect((await preview(idOf('trees'), [tree, child])).json).toEqual({ ...expected, deleted: [counted('leaves', 2)] })
  expect((await preview('trees', [tree, other])).json).toMatchObject({ deleted: [counted('leaves', 3), counted('trees', 1)] })
  expect((await preview('leaves', [shared])).json).toEqual({ deleted: [], requiredBy: [], isComplete: true })
  expect((await server.ask('GET', `trees/records/${child}`)).status).toBe(200)
})

test('a preview counts the records whose required relation prevents the deletion', async () => {
  const { id: tree } = await server.create('trees', {})
  await server.create('locks', { tree })
  await server.create('locks', { tree })
  expect((await preview('trees', [tree])).json).toEqual({ deleted: [], requiredBy: [counted('locks', 2)], isComplete: true })
  expect((await server.ask('DELETE', `trees/records/${tree}`)).status).toBe(400)
})

test('a preview is only for admins and for records of existing collections', async () => {
  expect((await preview('trees', [], signToken(server.dataDir, 'auth', 'users:alice'))).status).toBe(401)
  expect((await preview('nowhere', [])).status).toBe(404)
  expect((await preview('post_stats', [])).status).toBe(400)
  expect((await preview('trees', 5 as unknown as string[])).status).toBe(400)
  expect((await preview('trees', ['absent000000000'])).json).toEqual({ deleted: [], requiredBy: [], isComplete: true })
})

const names = ['bundles', 'leaves', 'locks', 'trees']
const countAll = () => names.map(server.count)
const lost = (before: number[], after: number[], selected: number) =>
  names.flatMap((name, at) => {
    const count = (before[at] ?? 0) - (after[at] ?? 0) - (name === 'trees' ? selected : 0)
    return count > 0 ? [counted(name, count)] : []
  })

test('the preview of one deletion matches what the deletion then does', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(forest(true), place, async (planted, at) => {
      const trees = await plant(server, planted)
      const root = trees[at] ?? ''
      const { json } = await preview('trees', [root])
      const before = countAll()
      const { status } = await server.ask('DELETE', `trees/records/${root}`)
      if (status === 204) expect(json).toEqual({ deleted: lost(before, countAll(), 1), requiredBy: [], isComplete: true })
      else expect([status, (json.requiredBy as object[]).length > 0]).toEqual([400, true])
    }),
    { numRuns: 40 },
  )
})

test('the preview of several deletions matches what they then do together', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(forest(false), fc.uniqueArray(place, { minLength: 2, maxLength: 4 }), async (planted, places) => {
      const trees = await plant(server, planted)
      const roots = places.map(at => trees[at] ?? '')
      const { json } = await preview('trees', roots)
      const before = countAll()
      for (const root of roots) await server.ask('DELETE', `trees/records/${root}`)
      expect(json).toEqual({ deleted: lost(before, countAll(), roots.length), requiredBy: [], isComplete: true })
    }),
    { numRuns: 25 },
  )
})

// The last test, because its records make all other deletions slow.
test('a preview stops counting at ten thousand records and says that it is incomplete', async () => {
  const { id: tree } = await server.create('trees', {})
  await server.execute(`INSERT INTO leaves (id, tree, created, updated) WITH RECURSIVE numbers(n) AS
    (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 15000)
    SELECT 'many' || (10000000000 + n), '${tree}', '', '' FROM numbers`)
  const { json } = await preview('trees', [tree])
  const [{ count }] = json.deleted as [{ count: number }]
  expect(count).toBeGreaterThan(10_000)
  expect(count).toBeLessThan(15_000)
  expect(json.isComplete).toBe(false)
})

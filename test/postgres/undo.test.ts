import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { copySample, type SampleCopy } from '../harness/copySample.ts'
import { runBlocking } from '../harness/postgres/blockingQuery.ts'
import { databaseOf } from '../harness/postgres/testDatabases.ts'
import { signToken } from '../harness/signToken.ts'
import { type RunningServer, startServer } from '../harness/startServer.ts'
import { storedFiles } from '../harness/storedFiles.ts'

let copy: SampleCopy
let server: RunningServer
let admin: string
let collectionId: string

const ask = (method: string, path: string, body?: object) =>
  askApi(server.port, method, `/api/${path}`, { token: admin, ...(body && { body }) })

const query = (text: string) => runBlocking({ kind: 'query', address: String(databaseOf(copy.dataDir)), text, values: [] })

beforeAll(async () => {
  copy = await copySample('magazine', [], 'postgres')
  server = await startServer({ dataDir: copy.dataDir })
  admin = signToken(copy.dataDir, 'auth', 'admin')
  const schema = [
    { name: 'title', type: 'text' },
    { name: 'file', type: 'file', options: { maxSelect: 1, maxSize: 1000 } },
  ]
  const { status, json } = await ask('POST', 'collections', { name: 'notes', type: 'base', schema })
  expect(status).toBe(200)
  collectionId = String(json.id)
})
afterAll(async () => {
  await server?.stop()
  await copy?.remove()
})

async function createNote(title: string): Promise<string> {
  const form = new FormData()
  form.set('title', title)
  form.set('file', new File(['content'], 'a.txt'))
  const { status, json } = await ask('POST', 'collections/notes/records', form)
  expect(status).toBe(200)
  return String(json.id)
}

const keyOf = (id: string) => `undo0${id}`
const remove = async (id: string) => (await ask('DELETE', `collections/notes/records/${id}?undo=${keyOf(id)}`)).status
const countFiles = () => storedFiles(copy.dataDir, collectionId).filter(path => path.endsWith('.txt')).length
const readNotes = () => query('SELECT id, title, file, created, updated FROM notes ORDER BY id')

test('deletions that are recorded and undone at the same time restore every record with its file', async () => {
  const ids = await Promise.all(Array.from({ length: 30 }, (_, index) => createNote(`note ${index}`)))
  const before = readNotes()
  expect(new Set(await Promise.all(ids.map(remove)))).toEqual(new Set([204]))
  expect(readNotes()).toEqual([])
  const undone = await Promise.all(ids.map(id => ask('POST', `deletions/${keyOf(id)}/undo`)))
  for (const { json } of undone) expect(json).toEqual({ restored: 1, failed: [] })
  expect(readNotes()).toEqual(before)
  expect(countFiles()).toBe(30)
  expect(query('SELECT count(*)::int FROM _cofferDeletions')).toEqual([[0]])
})

test('after an hour the entries and the files of deleted records are removed', async () => {
  const ids = query('SELECT id FROM notes').map(([id]) => String(id))
  for (const id of ids.slice(0, 3)) expect(await remove(id)).toBe(204)
  expect(countFiles()).toBe(30)
  query('UPDATE _cofferDeletions SET deleted = deleted - 3600000')
  expect((await ask('POST', `deletions/${keyOf(String(ids[0]))}/undo`)).status).toBe(404)
  await server.stop()
  server = await startServer({ dataDir: copy.dataDir })
  await expect.poll(countFiles).toBe(27)
  await expect.poll(() => query('SELECT count(*)::int FROM _cofferDeletions')).toEqual([[0]])
  expect(await remove(String(ids[3]))).toBe(204)
})

test('files of a deletion without an undo key are removed, and so is the entry of their removal', async () => {
  const id = await createNote('gone')
  const before = countFiles()
  expect((await ask('DELETE', `collections/notes/records/${id}`)).status).toBe(204)
  await expect.poll(countFiles).toBe(before - 1)
  await expect.poll(() => query("SELECT count(*)::int FROM _params WHERE key LIKE 'cofferRemoval:%'")).toEqual([[0]])
})

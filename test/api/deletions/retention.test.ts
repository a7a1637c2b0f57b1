import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openListener } from '../../exchanges/runner/openListener.ts'
import { askApi, type RequestOptions } from '../../harness/askApi.ts'
import { changeDatabase } from '../../harness/changeDatabase.ts'
import { startCoffer } from '../../harness/coffer.ts'
import { copySample, type SampleCopy } from '../../harness/copySample.ts'
import { openS3 } from '../../harness/openS3.ts'
import { samplesDir } from '../../harness/paths.ts'
import { queryDatabase, querySharedSql } from '../../harness/queryDatabase.ts'
import { signToken } from '../../harness/signToken.ts'
import { type RunningServer, startServer } from '../../harness/startServer.ts'
import { storedFiles } from '../../harness/storedFiles.ts'
import { newKey } from './serveUndo.ts'

let copy: SampleCopy
let server: RunningServer
let admin: string
beforeAll(async () => {
  copy = await copySample('magazine')
  admin = signToken(copy.dataDir, 'auth', 'admin')
  server = await startServer({ dataDir: copy.dataDir, threads: 'pool' })
})
afterAll(async () => {
  await server.stop()
  await copy.remove()
})

const picture = new Uint8Array(readFileSync(join(samplesDir, 'files', 'square.png')))

const ask = (method: string, path: string, requestOptions: RequestOptions = {}) =>
  askApi(server.port, method, `/api/${path}`, { token: admin, ...requestOptions })
async function change(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const { status, text, json } = await ask(method, path, body ? { body } : {})
  expect(status, `${method} ${path}: ${text}`).toBeLessThan(300)
  return json
}
const query = (sql: string) => querySharedSql(copy.dataDir, sql)
const countStored = () => Number(query('SELECT count(*) FROM _cofferDeletions')[0]?.[0])
const execute = (sql: string) => changeDatabase(copy.dataDir, 'data', sql)
const anHourPasses = () => execute('UPDATE _cofferDeletions SET deleted = deleted - 3600000')
async function restart() {
  await server.stop()
  server = await startServer({ dataDir: copy.dataDir })
}
/** Restarts the data directory with a server in its own process, runs work there, and kills that server. */
async function beforeKill(work: () => Promise<unknown>) {
  await server.stop()
  const killed = await startCoffer(copy.dataDir)
  server = { port: killed.port, stop: async () => undefined }
  await work()
  await killed.end('SIGKILL')
  await restart()
}

const media = 'collections/media/records'

/** Creates a record with a public picture, its thumb, and a protected file. */
async function makeRecord() {
  const form = new FormData()
  form.set('@jsonPayload', JSON.stringify({ title: 'x', kinds: ['image'] }))
  form.set('file', new File([picture], 'a.png'))
  form.set('confidential', new File([picture], 'b.png'))
  const { id, file, confidential, collectionId } = await change('POST', media, form)
  const folder = `${collectionId}/${id}`
  const addresses = [`files/${folder}/${file}`, `files/${folder}/${file}?thumb=32x32`, `files/${folder}/${confidential}`]
  const statuses = () =>
    Promise.all(
      addresses.map(async (address, index) => {
        const token = index === 2 ? `?token=${signToken(copy.dataDir, 'file', 'admin')}` : ''
        return (await ask('GET', address + token)).status
      }),
    )
  expect(await statuses()).toEqual([200, 200, 200])
  return { id: String(id), collectionId, folder, statuses, files: () => storedFiles(copy.dataDir, folder) }
}

test('a directory gets no table for deletions until one is stored, and a deletion without an undo key is not stored', async () => {
  const { id, files } = await makeRecord()
  await change('DELETE', `${media}/${id}`)
  await expect.poll(files).toEqual([])
  const tables = queryDatabase(copy.dataDir, 'data', "SELECT name FROM sqlite_schema WHERE name LIKE '%coffer%'")
  expect(tables).toEqual([])
})

test('an undo publishes events for the restored records, which lists and views return at once', async () => {
  const listener = await openListener(server.port)
  const subscriptions = ['posts/*', 'comments/*']
  await change('POST', 'realtime', { clientId: listener.clientId, subscriptions })
  const counts = async () => {
    const totals = ['posts', 'comments'].map(async name => (await change('GET', `collections/${name}/records`)).totalItems)
    return Promise.all(totals)
  }
  const post = 'collections/posts/records/post00000000001'
  const [before, record] = [await counts(), (await ask('GET', `${post}?expand=author,tags`)).text]
  const key = newKey()
  await change('DELETE', `${post}?undo=${key}`)
  expect(await counts()).not.toEqual(before)
  expect((await ask('GET', `${post}?expand=author,tags`)).status).toBe(404)
  await expect.poll(() => listener.arrived()).toBeGreaterThan(0)
  listener.take()
  await change('POST', `deletions/${key}/undo`)
  expect(await counts()).toEqual(before)
  expect((await ask('GET', `${post}?expand=author,tags`)).text).toBe(record)
  type Event = { action: string; record: { id: string } }
  const events: Event[] = []
  const isTold = () => {
    events.push(...listener.take().map(({ json }) => json as Event))
    return events.some(({ action, record: { id } }) => action === 'create' && id === 'post00000000001')
  }
  await expect.poll(isTold).toBe(true)
  listener.close()
})

test('files of a deleted record stay inaccessible in the storage until the undo expires, also after the server was killed', async () => {
  const { id, statuses, files } = await makeRecord()
  const before = files()
  expect(before).toHaveLength(3)
  const key = newKey()
  await beforeKill(async () => {
    await change('DELETE', `${media}/${id}?undo=${key}`)
    expect(await statuses()).toEqual([404, 404, 404])
  })
  expect(files()).toEqual(before)
  expect(await change('POST', `deletions/${key}/undo`)).toEqual({ restored: 1, failed: [] })
  expect(await statuses()).toEqual([200, 200, 200])
  expect(files()).toEqual(before)
})

test('after an hour a deletion cannot be undone and its files are removed, even if the server was killed in between', async () => {
  const [first, second] = [await makeRecord(), await makeRecord()]
  const key = newKey()
  for (const { id } of [first, second]) await change('DELETE', `${media}/${id}?undo=${key}`)
  await anHourPasses()
  expect((await ask('POST', `deletions/${key}/undo`)).status).toBe(404)
  // The state after a server was killed while it removed the deletion.
  await execute(`UPDATE _cofferDeletions SET deleted = 0, content = '' WHERE recordId = '${first.id}'`)
  await restart()
  await expect.poll(() => [...first.files(), ...second.files()]).toEqual([])
  await expect.poll(countStored).toBe(0)
})

test('expiring a deletion does not remove the files of a record that exists again', async () => {
  const { id, files, statuses } = await makeRecord()
  const before = files()
  await execute(`CREATE TABLE kept AS SELECT * FROM media WHERE id = '${id}'`)
  await change('DELETE', `${media}/${id}?undo=${newKey()}`)
  await execute('INSERT INTO media SELECT * FROM kept; DROP TABLE kept')
  await anHourPasses()
  await restart()
  await expect.poll(countStored).toBe(0)
  expect(files()).toEqual(before)
  expect(await statuses()).toEqual([200, 200, 200])
})

test('an undo reports a required file that is missing in the storage', async () => {
  const settings = { schema: [{ name: 'file', type: 'file', required: true, options: { maxSelect: 1, maxSize: 1000 } }] }
  const { id: collectionId } = await change('POST', 'collections', { name: 'needy', type: 'base', ...settings })
  const make = async () => {
    const form = new FormData()
    form.set('file', new File(['text'], 'a.txt'))
    return change('POST', 'collections/needy/records', form)
  }
  const [lost, whole] = [await make(), await make()]
  const key = newKey()
  for (const { id } of [lost, whole]) await change('DELETE', `collections/needy/records/${id}?undo=${key}`)
  rmSync(join(copy.dataDir, 'storage', String(collectionId), String(lost.id)), { recursive: true })
  const message = `The file ${lost.file} of its required field "file" is no longer in the storage.`
  expect(await change('POST', `deletions/${key}/undo`)).toEqual({
    restored: 1,
    failed: [{ collectionId, recordId: lost.id, message }],
  })
})

test('an undo restores values to renamed and converted fields, and reports fields that no longer exist', async () => {
  const make = (name: string, schema: object[]) => change('POST', 'collections', { name, type: 'base', schema })
  const files = { maxSelect: 2, maxSize: 1000 }
  const many = { collectionId: 'mgtags000000001', maxSelect: 3 }
  const tags = (await change('GET', 'collections/tags/records')).items as { id: string }[]
  const made = await make('shape', [
    { name: 'a', type: 'text' },
    { name: 'b', type: 'text' },
    { name: 'files', type: 'file', options: files },
    { name: 'tags', type: 'relation', options: { ...many, collectionId: (await change('GET', 'collections/tags')).id } },
  ])
  const form = new FormData()
  form.set('@jsonPayload', JSON.stringify({ a: 'of a', b: 'of b', tags: tags.slice(0, 2).map(({ id }) => id) }))
  for (const name of ['one.txt', 'two.txt']) form.append('files', new File(['text'], name))
  const record = await change('POST', 'collections/shape/records', form)
  const key = newKey()
  await change('DELETE', `collections/shape/records/${record.id}?undo=${key}`)
  const schema = made.schema as { id: string; name: string; options: object }[]
  const renamed = schema.map((field, index) => ({
    ...field,
    name: ['b', 'a', 'file', 'tag'][index],
    options: index > 1 ? { ...field.options, maxSelect: 1 } : field.options,
  }))
  await change('PATCH', 'collections/shape', { name: 'shaped', schema: [...renamed, { name: 'new', type: 'number' }] })
  expect(await change('POST', `deletions/${key}/undo`)).toEqual({ restored: 1, failed: [] })
  const [one, two] = record.files as string[]
  const expected = { a: 'of b', b: 'of a', file: two, tag: tags[1]?.id, new: 0, created: record.created, updated: record.updated }
  expect(await change('GET', `collections/shaped/records/${record.id}`)).toMatchObject(expected)
  await expect.poll(() => storedFiles(copy.dataDir, `${made.id}`)).toEqual([`storage/${made.id}/${record.id}/${two}`])
  expect(one).not.toBe(two)
  const last = newKey()
  await change('DELETE', `collections/shaped/records/${record.id}?undo=${last}`)
  await change('DELETE', 'collections/shaped')
  expect(await change('POST', `deletions/${last}/undo`)).toEqual({
    restored: 0,
    failed: [{ collectionId: made.id, recordId: record.id, message: 'Its collection has been deleted.' }],
  })
})

test('requests are answered while a thousand deletions are undone', async () => {
  await execute(`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
    INSERT INTO scratch (id, t) SELECT 'many' || (10000000000 + i), 'text ' || i FROM n`)
  const ids = query("SELECT id FROM scratch WHERE id LIKE 'many%'").map(([id]) => String(id))
  const key = newKey()
  for (let start = 0; start < ids.length; start += 50) {
    await Promise.all(ids.slice(start, start + 50).map(id => change('DELETE', `collections/scratch/records/${id}?undo=${key}`)))
  }
  const stored = countStored()
  let isDone = false
  const undone = change('POST', `deletions/${key}/undo`).finally(() => {
    isDone = true
  })
  let answered = 0
  for (let turn = 0; !isDone; turn += 1) {
    const hasBegun = countStored() < stored
    await change('POST', 'collections/tags/records', { name: `beside ${turn}` })
    if (hasBegun && !isDone) answered += 1
  }
  expect(await undone).toEqual({ restored: 1000, failed: [] })
  expect(answered).toBeGreaterThan(0)
  expect(Number(query("SELECT count(*) FROM scratch WHERE id LIKE 'many%'")[0]?.[0])).toBe(1000)
})

test('above the limits the oldest deletions are discarded, and a deletion that is too large is not stored, which its undo reports', async () => {
  const { id, collectionId, files } = await makeRecord()
  const start = Date.now() - 2_000_000
  let crowd = 0
  const add = async (more: number) => {
    await execute(`WITH RECURSIVE n(i) AS (SELECT ${crowd + 1} UNION ALL SELECT i + 1 FROM n WHERE i < ${crowd + more})
      INSERT INTO _cofferDeletions (key, deleted, size, collectionId, recordId, files, content)
      SELECT 'crowd', ${start} + i, 2, 'none', 'r' || i, '[]', '' FROM n`)
    crowd += more
  }
  await execute('DELETE FROM _cofferDeletions')
  await add(100_000)
  // The limits are checked when an id is a multiple of 100.
  await add(199 - (Number(query('SELECT max(id) FROM _cofferDeletions')[0]?.[0]) % 100))
  const key = newKey()
  await change('DELETE', `${media}/${id}?undo=${key}`)
  const [left = []] = query('SELECT count(*), min(deleted) FROM _cofferDeletions WHERE deleted > 0')
  expect(left.map(Number)).toEqual([90_000, start + crowd - 89_998])
  expect(await change('POST', `deletions/${key}/undo`)).toEqual({ restored: 1, failed: [] })
  await execute(
    `DELETE FROM _cofferDeletions; UPDATE media SET title = replace('${'x'.repeat(10)}', 'x', '${'y'.repeat(3_400_000)}') WHERE id = '${id}'`,
  )
  await change('DELETE', `${media}/${id}?undo=${key}`)
  await expect.poll(files).toEqual([])
  const failed = [{ collectionId, recordId: id, message: 'It was too large to be stored.' }]
  expect(await change('POST', `deletions/${key}/undo`)).toEqual({ restored: 0, failed })
})

test('restoring a backup also restores the deletions that could be undone when it was created', async () => {
  const { id, statuses, files } = await makeRecord()
  const key = newKey()
  await change('DELETE', `${media}/${id}?undo=${key}`)
  await change('POST', 'backups', { name: 'between.zip' })
  expect(await change('POST', `deletions/${key}/undo`)).toEqual({ restored: 1, failed: [] })
  await change('DELETE', `${media}/${id}`)
  await expect.poll(files).toEqual([])
  await change('POST', 'backups/between.zip/restore')
  const canBackup = async () => (await ask('GET', 'health')).json.data
  await expect.poll(canBackup, { interval: 20 }).toMatchObject({ canBackup: true })
  expect(await change('POST', `deletions/${key}/undo`)).toEqual({ restored: 1, failed: [] })
  expect(await statuses()).toEqual([200, 200, 200])
})

test('files of deleted records in a bucket stay until the undo expires, too', async () => {
  const s3 = await openS3('files')
  await change('PATCH', 'settings', { s3: s3.settings('files') })
  const { id, folder, statuses } = await makeRecord()
  const keys = async () => (await s3.keys('files')).filter(key => key.startsWith(folder))
  const before = await keys()
  const [key, last] = [newKey(), newKey()]
  await change('DELETE', `${media}/${id}?undo=${key}`)
  expect(await statuses()).toEqual([404, 404, 404])
  expect(await keys()).toEqual(before)
  expect(await change('POST', `deletions/${key}/undo`)).toEqual({ restored: 1, failed: [] })
  expect(await statuses()).toEqual([200, 200, 200])
  await change('DELETE', `${media}/${id}?undo=${last}`)
  await anHourPasses()
  await restart()
  await expect.poll(keys, { timeout: 5000 }).toEqual([])
  await expect.poll(countStored).toBe(0)
  await change('PATCH', 'settings', { s3: { enabled: false } })
  await s3.close()
})

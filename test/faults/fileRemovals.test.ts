import { once } from 'node:events'
import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type ApiResponse, askApi } from '../harness/askApi.ts'
import { copySample } from '../harness/copySample.ts'
import { openS3 } from '../harness/openS3.ts'
import { queryDatabase } from '../harness/queryDatabase.ts'
import { signToken } from '../harness/signToken.ts'
import { startServer } from '../harness/startServer.ts'
import { everyStoredFile } from '../harness/storedFiles.ts'
import { faultyCoffer } from './harness/faultyCoffer.ts'

const image = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

function form(values: object, field: string, name: string) {
  const data = new FormData()
  data.set('@jsonPayload', JSON.stringify(values))
  data.set(field, new File([image], name))
  return data
}

/** Sends a request as an admin and asserts success. */
function asker(dataDir: string, port: number) {
  const token = signToken(dataDir, 'auth', 'admin')
  return async (method: string, path: string, body?: object): Promise<ApiResponse> => {
    const response = await askApi(port, method, path, { token, ...(body && { body }) })
    expect(response.status, response.text).toBeLessThan(300)
    return response
  }
}

type Ask = ReturnType<typeof asker>

/** Opens a proxy in front of an S3 server that can reject the removal of objects. */
async function openProxy(target: number) {
  let isRejecting = false
  const proxy = createServer((request, response) => {
    const { method, url = '', headers } = request
    if (isRejecting && (method === 'DELETE' || /[?&]delete\b/.test(url))) {
      request.resume()
      response.writeHead(403).end()
      return
    }
    const passed = send({ host: '127.0.0.1', port: target, method, path: url, headers }, upstream => {
      response.writeHead(upstream.statusCode ?? 500, upstream.headers)
      upstream.pipe(response)
    })
    request.pipe(passed)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    proxy.close()
    proxy.closeAllConnections()
  })
  const rejectRemovals = (rejects: boolean) => {
    isRejecting = rejects
  }
  return { port: (proxy.address() as AddressInfo).port, rejectRemovals }
}

const createScratch = async (ask: Ask) =>
  String((await ask('POST', '/api/collections/scratch/records', form({}, 'f1', 'a.png'))).json.id)

/** Makes files obsolete in each possible way. */
async function makeSuperfluous(ask: Ask) {
  const deleted = await createScratch(ask)
  await ask('DELETE', `/api/collections/scratch/records/${deleted}`)
  const replaced = await createScratch(ask)
  await ask('PATCH', `/api/collections/scratch/records/${replaced}`, form({}, 'f1', 'new.png'))
  const emptied = await createScratch(ask)
  await ask('PATCH', `/api/collections/scratch/records/${emptied}`, { f1: '' })
  const author = { name: 'With files', slug: 'with-files', acceptedTerms: true }
  const { id } = (await ask('POST', '/api/collections/authors/records', author)).json
  const post = { title: 'With files', slug: 'with-files', status: 'draft', category: 'category0000002', author: id }
  await ask('POST', '/api/collections/posts/records', form(post, 'cover', 'cover.png'))
  await ask('DELETE', `/api/collections/authors/records/${id}`)
  const options = { maxSelect: 1, maxSize: 5_000_000 }
  await ask('POST', '/api/collections', { name: 'short_lived', type: 'base', schema: [{ name: 'f', type: 'file', options }] })
  await ask('POST', '/api/collections/short_lived/records', form({}, 'f', 'a.png'))
  await ask('DELETE', '/api/collections/short_lived')
}

test('files made obsolete by a committed change are removed at the next start if the server was killed before', async context => {
  const faulty = await faultyCoffer(context)
  const first = await faulty.start()
  const before = everyStoredFile(faulty.dataDir)
  faulty.fail({ call: 'remove', file: '.png', error: 'EIO' }, { call: 'remove', file: '.attrs', error: 'EIO' })
  await makeSuperfluous(asker(faulty.dataDir, first.port))
  await first.end('SIGKILL')
  faulty.fail()
  // Each file has an attributes file; the last file replaced another one.
  expect(everyStoredFile(faulty.dataDir)).toHaveLength(before.length + 2 * (5 + 1))
  const second = await faulty.start()
  await expect.poll(() => everyStoredFile(faulty.dataDir).length).toBe(before.length + 2)
  await second.end('SIGTERM')
  expect(queryDatabase(faulty.dataDir, 'data', 'SELECT key FROM _params')).toEqual([['settings']])
})

test('a deletion whose sync fails removes no file, so that a power cut leaves the record with its file', async context => {
  const faulty = await faultyCoffer(context)
  const first = await faulty.start()
  const id = await createScratch(asker(faulty.dataDir, first.port))
  const path = `/api/collections/scratch/records/${id}`
  faulty.fail({ call: 'sync', file: 'data.db-wal', error: 'EIO' })
  expect((await askApi(first.port, 'DELETE', path)).status).toBe(503)
  await first.end('SIGTERM')
  faulty.cutPower()
  faulty.fail()
  const second = await faulty.start()
  const { f1 } = (await asker(faulty.dataDir, second.port)('GET', path)).json
  expect((await askApi(second.port, 'GET', `/api/files/scratch/${id}/${f1}`)).status).toBe(200)
})

test('the files of a change that a power cut rolled back are removed at the next start', async context => {
  const faulty = await faultyCoffer(context)
  const first = await faulty.start()
  // The first commit of a log also writes its header, which SQLite syncs itself.
  await createScratch(asker(faulty.dataDir, first.port))
  const before = everyStoredFile(faulty.dataDir)
  faulty.fail({ call: 'sync', file: 'data.db-wal', error: 'EIO' })
  const create = askApi(first.port, 'POST', '/api/collections/scratch/records', { body: form({}, 'f1', 'a.png') })
  expect((await create).status).toBe(503)
  expect(everyStoredFile(faulty.dataDir)).toHaveLength(before.length + 2)
  await first.end('SIGKILL')
  faulty.cutPower()
  faulty.fail()
  await faulty.start()
  expect(everyStoredFile(faulty.dataDir)).toEqual(before)
})

test('files that an S3 server did not remove are removed after the next start', async () => {
  const s3 = await openS3('files')
  onTestFinished(s3.close)
  const { port, rejectRemovals } = await openProxy(Number(new URL(String(s3.settings('files').endpoint)).port))
  const { dataDir, remove } = await copySample('magazine')
  onTestFinished(remove)
  const first = await startServer({ dataDir })
  const ask = asker(dataDir, first.port)
  const settings = { ...s3.settings('files'), endpoint: `http://127.0.0.1:${port}` }
  await ask('PATCH', '/api/settings', { s3: settings })
  const id = await createScratch(ask)
  expect(await s3.keys('files')).toHaveLength(1)
  rejectRemovals(true)
  await ask('DELETE', `/api/collections/scratch/records/${id}`)
  await first.stop()
  expect(await s3.keys('files')).toHaveLength(1)
  rejectRemovals(false)
  const second = await startServer({ dataDir })
  onTestFinished(second.stop)
  await expect.poll(() => s3.keys('files')).toEqual([])
})

import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type ApiResponse, askApi, type RequestOptions } from '../../harness/askApi.ts'
import { copySample, type SampleCopy } from '../../harness/copySample.ts'
import { openS3, type S3Server } from '../../harness/openS3.ts'
import { samplesDir } from '../../harness/paths.ts'
import { signToken } from '../../harness/signToken.ts'
import { type RunningServer, startServer } from '../../harness/startServer.ts'

let s3: S3Server
let copy: SampleCopy
let server: RunningServer
let admin: string
beforeAll(async () => {
  s3 = await openS3('files', 'archives')
  copy = await copySample('magazine')
  admin = signToken(copy.dataDir, 'auth', 'admin')
  server = await startServer({ dataDir: copy.dataDir, threads: 'pool' })
  await save({ s3: s3.settings('files') })
})
afterAll(async () => {
  await server.stop()
  await s3.close()
  await copy.remove()
})

const ask = (method: string, path: string, requestOptions: RequestOptions = {}, port = server.port): Promise<ApiResponse> =>
  askApi(port, method, path, { token: admin, ...requestOptions })

async function change(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const { status, text, json } = await ask(method, path, body ? { body } : {})
  expect(status, `${method} ${path}: ${text}`).toBeLessThan(300)
  return json
}
const save = (settings: object) => change('PATCH', '/api/settings', settings)

const media = '/api/collections/media/records'
const picture = new Uint8Array(await readFile(join(samplesDir, 'files', 'square.png')))

async function makeRecord(content: Uint8Array<ArrayBuffer> | string, name: string) {
  const form = new FormData()
  form.set('@jsonPayload', JSON.stringify({ title: 'x', kinds: ['image'] }))
  form.set('file', new File([content], name))
  const { id, file, collectionId } = await change('POST', media, form)
  return { id: String(id), key: `${collectionId}/${id}/${file}` }
}

describe('files of records in a bucket', () => {
  test('files are stored only in the bucket, with the same keys as locally, and with their type and name', async () => {
    const { id, key } = await makeRecord(picture, 'Ünsere Fotos.png')
    expect(await s3.keys('files')).toContain(key)
    expect(existsSync(join(copy.dataDir, 'storage', key))).toBe(false)
    const { status, headers } = await ask('GET', `/api/files/${key}`)
    expect([status, headers.get('content-type'), headers.get('content-length')]).toEqual([200, 'image/png', `${picture.length}`])
    await change('DELETE', `${media}/${id}`)
  })

  test('files in a bucket support range requests, and their thumbs are stored beside them', async () => {
    const { id, key } = await makeRecord(picture, 'a.png')
    const part = await fetch(`http://127.0.0.1:${server.port}/api/files/${key}`, { headers: { Range: 'bytes=1-3' } })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      `bytes 1-3/${picture.length}`,
      'PNG',
    ])
    const thumb = await ask('GET', `/api/files/${key}?thumb=100x100`)
    expect([thumb.status, thumb.headers.get('content-type')]).toEqual([200, 'image/png'])
    const [folder, file] = [key.slice(0, key.lastIndexOf('/')), key.slice(key.lastIndexOf('/') + 1)]
    expect(await s3.keys('files')).toContain(`${folder}/thumbs_${file}/100x100_${file}`)
    expect(readdirSync(join(copy.dataDir, '.pb_temp_to_delete')).filter(name => name.startsWith('copy-'))).toEqual([])
    await change('DELETE', `${media}/${id}`)
    await expect.poll(async () => (await s3.keys('files')).filter(found => found.startsWith(folder))).toEqual([])
    expect((await ask('GET', `/api/files/${key}`)).status).toBe(404)
  })

  test('a file larger than one part of a multipart upload is stored unchanged', async () => {
    const large = new Uint8Array(9 * 1024 * 1024).map((_, index) => index % 251)
    const settings = { schema: [{ name: 'file', type: 'file', options: { maxSelect: 1, maxSize: large.length } }] }
    await change('POST', '/api/collections', { name: 'large', type: 'base', ...settings })
    const form = new FormData()
    form.set('file', new File([large], 'large.bin'))
    const { id, file, collectionId } = await change('POST', '/api/collections/large/records', form)
    const response = await fetch(`http://127.0.0.1:${server.port}/api/files/${collectionId}/${id}/${file}`)
    expect(Buffer.compare(Buffer.from(await response.arrayBuffer()), Buffer.from(large))).toBe(0)
    await change('DELETE', '/api/collections/large')
    await expect.poll(async () => (await s3.keys('files')).filter(key => key.startsWith(`${collectionId}/`))).toEqual([])
  })

  test('files are not found while another storage is configured', async () => {
    const { key } = await makeRecord('text', 'a.txt')
    await save({ s3: { enabled: false } })
    expect((await ask('GET', `/api/files/${key}`)).status).toBe(404)
    await save({ s3: { enabled: true } })
    expect((await ask('GET', `/api/files/${key}`)).status).toBe(200)
  })
})

describe('backups in a bucket', () => {
  test('backups are stored in their own bucket, and downloaded, restored and deleted there', async () => {
    await save({ backups: { s3: s3.settings('archives') } })
    const record = await change('POST', '/api/collections/tags/records', { name: 'kept in the cloud' })
    await change('POST', '/api/backups', { name: 'cloud.zip' })
    expect(await s3.keys('archives')).toEqual(['cloud.zip'])
    expect(existsSync(join(copy.dataDir, 'backups/cloud.zip'))).toBe(false)
    expect(JSON.parse((await ask('GET', '/api/backups')).text)).toMatchObject([{ key: 'cloud.zip' }])
    const path = `/api/backups/cloud.zip?token=${signToken(copy.dataDir, 'file', 'admin')}`
    const part = await ask('GET', path, { headers: { Range: 'bytes=0-1' } })
    expect([part.status, part.text]).toEqual([206, 'PK'])
    await change('DELETE', `/api/collections/tags/records/${record.id}`)
    await change('POST', '/api/backups/cloud.zip/restore')
    const canBackup = async () => (await ask('GET', '/api/health')).json.data
    await expect.poll(canBackup, { interval: 20 }).toMatchObject({ canBackup: true })
    expect((await ask('GET', `/api/collections/tags/records/${record.id}`)).status).toBe(200)
    await change('DELETE', '/api/backups/cloud.zip')
    expect(await s3.keys('archives')).toEqual([])
    expect((await ask('GET', path)).json.message).toMatch(/^Failed to retrieve backup item\. Raw error: \n./)
  })
})

describe('the connection test of the S3 settings', () => {
  const tryOut = async (settings: object, filesystem = 'storage') => {
    await save(settings)
    const { status, json } = await ask('POST', '/api/settings/test/s3', { body: { filesystem } })
    return [status, json.message]
  }
  const failing = (reason: RegExp) => [
    400,
    expect.stringMatching(new RegExp(`^Failed to test the S3 filesystem\\. Raw error: \n${reason.source}`)),
  ]

  test('the connection test succeeds with valid settings and leaves no objects behind', async () => {
    const before = await s3.keys('files')
    expect(await tryOut({ s3: s3.settings('files') })).toEqual([204, undefined])
    expect(await tryOut({ backups: { s3: s3.settings('archives') } }, 'backups')).toEqual([204, undefined])
    expect([await s3.keys('files'), await s3.keys('archives')]).toEqual([before, []])
  })

  /** Runs work with the settings of another server. */
  const withServer = async (listener: RequestListener, work: (settings: object) => Promise<void>) => {
    const other = createServer(listener)
    await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
    const address = other.address()
    const port = typeof address === 'object' ? address?.port : 0
    await work({ ...s3.settings('files'), endpoint: `http://127.0.0.1:${port}` })
    other.closeAllConnections()
    other.close()
  }

  test('the connection test reports a wrong secret, and nothing can be stored, read or removed with it', async () => {
    const { id, key } = await makeRecord(picture, 'signed.png')
    const before = await s3.keys('files')
    expect(await tryOut({ s3: { ...s3.settings('files'), secret: 'S3RVER2' } })).toEqual(
      failing(/SignatureDoesNotMatch: The request/),
    )
    const form = new FormData()
    form.set('@jsonPayload', JSON.stringify({ title: 'lost', kinds: ['image'] }))
    form.set('file', new File(['x'], 'a.txt'))
    expect((await ask('POST', media, { body: form })).status).toBe(400)
    expect((await ask('GET', `${media}?filter=(title='lost')`)).json.totalItems).toBe(0)
    expect((await ask('GET', `/api/files/${key}?download=1`)).status).toBe(400)
    await change('DELETE', `${media}/${id}`)
    expect(await s3.keys('files')).toEqual(before)
    await save({ s3: s3.settings('files') })
  })

  test('the connection test reports an unknown access key, a missing bucket and an unreachable server', async () => {
    expect(await tryOut({ s3: { ...s3.settings('files'), accessKey: 'nobody' } })).toEqual(failing(/InvalidAccessKeyId/))
    expect(await tryOut({ s3: s3.settings('nowhere') })).toEqual(failing(/NoSuchBucket/))
    expect(await tryOut({ s3: { ...s3.settings('files'), endpoint: 'http://127.0.0.1:1' } })).toEqual(failing(/ECONNREFUSED/))
  })

  test('the connection test reports a server that never responds, and an upload to it stores nothing', () =>
    withServer(
      () => undefined,
      async settings => {
        const own = await copySample('magazine')
        onTestFinished(own.remove)
        const impatient = await startServer({ dataDir: own.dataDir, storageTimeoutMs: 1_000 })
        onTestFinished(impatient.stop)
        const askIt = (method: string, path: string, body?: object) => ask(method, path, body ? { body } : {}, impatient.port)
        expect((await askIt('PATCH', '/api/settings', { s3: settings })).status).toBe(200)
        const { status, json } = await askIt('POST', '/api/settings/test/s3', { filesystem: 'storage' })
        expect([status, json.message]).toEqual(failing(/The storage server did not answer within 1 s/))
        const form = new FormData()
        form.set('@jsonPayload', JSON.stringify({ title: 'lost', kinds: ['image'] }))
        form.set('file', new File(['x'], 'a.txt'))
        expect((await askIt('POST', media, form)).status).toBe(400)
        expect((await askIt('GET', `${media}?filter=(title='lost')`)).json.totalItems).toBe(0)
      },
    ))
})

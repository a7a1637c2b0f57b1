import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copySample, type SampleCopy } from '../../../test/harness/copySample.ts'
import { queryDatabase } from '../../../test/harness/queryDatabase.ts'
import { type CofferServer, createServer } from '../site/createServer.ts'
import type { Listening } from './connections/listen.ts'

let sample: SampleCopy
let folder = ''
let server: CofferServer
let listening: Listening

beforeAll(async () => {
  sample = await copySample('magazine')
  folder = await mkdtemp(join(sample.dataDir, '../site-'))
  await mkdir(join(folder, 'public/docs'), { recursive: true })
  await mkdir(join(folder, 'dashboard/assets'), { recursive: true })
  await writeFile(join(folder, 'secret.txt'), 'secret')
  await writeFile(join(folder, 'public/index.html'), '<p>home</p>')
  await writeFile(join(folder, 'public/docs/index.html'), '<p>docs</p>')
  await writeFile(join(folder, 'public/a b.css'), 'a{}')
  await writeFile(join(folder, 'dashboard/index.html'), '<p>dashboard</p>')
  await mkdir(join(folder, 'dashboard/docs'))
  await writeFile(join(folder, 'dashboard/docs/index.html'), '<p>guide</p>')
  await writeFile(join(folder, 'dashboard/favicon.svg'), '<svg/>')
  await writeFile(join(folder, 'dashboard/assets/main-1234.js'), 'plain')
  await writeFile(join(folder, 'dashboard/assets/main-1234.js.br'), 'brotli')
  await writeFile(join(folder, 'dashboard/assets/main-1234.js.gz'), 'gzip')
  server = await createServer({
    dataDir: sample.dataDir,
    encryptionKey: '',
    queryTimeout: 30,
    threads: 'inline',
    publicDir: join(folder, 'public'),
    dashboardDir: join(folder, 'dashboard'),
  })
  listening = await server.listen('127.0.0.1:0')
})
afterAll(async () => {
  await server.close()
  await sample.remove()
})

/** Sends a request with an unmodified target. Each byte of the response body becomes one character. */
async function sendTo(port: number, method: string, target: string, headers: Record<string, string> = {}, body = '') {
  const socket = connect(port, '127.0.0.1')
  const lines = Object.entries({ Host: 'localhost', Connection: 'close', 'Content-Length': String(body.length), ...headers })
  socket.write(`${method} ${target} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`)
  const answer = (await buffer(socket)).toString('latin1')
  const [head = '', ...rest] = answer.split('\r\n\r\n')
  const found = Object.fromEntries(
    [...head.matchAll(/^([\w-]+): (.*)$/gm)].map(([, name = '', value = '']) => [name.toLowerCase(), value.trim()]),
  )
  return { status: Number(head.split(' ')[1]), headers: found, body: rest.join('\r\n\r\n') }
}

const send = (method: string, target: string, headers?: Record<string, string>, body?: string) =>
  sendTo(listening.port, method, target, headers, body)

const get = (target: string, headers?: Record<string, string>) => send('GET', target, headers)

describe('routing', () => {
  test.each([
    ['GET', '/api/health', 200],
    ['GET', '/api/health/', 200],
    ['GET', '/api/health//', 404],
    ['GET', '/api//health', 404],
    ['GET', '/api/Health', 404],
    ['GET', '/api/%68ealth', 404],
    ['GET', '/api/collections/../health', 404],
    ['POST', '/api/health', 404],
    ['TRACE', '/api/health', 404],
    ['PROPFIND', '/api/nothing', 404],
    ['OPTIONS', '/api/nothing', 204],
    ['OPTIONS', '/anything', 204],
    ['HEAD', '/api/collections/posts/records', 404],
    ['POST', '/', 405],
    ['HEAD', '/', 405],
    ['DELETE', '/_/x', 405],
    ['GET', 'http://localhost/api/health', 200],
    ['GET', '/api/collections/p%6Fsts/records/post0000000000%31', 200],
  ])('%s %s returns %i', async (method, target, status) => {
    expect((await send(method, target)).status).toBe(status)
  })

  test.each([
    ['/api/admins/a/b', 'The request requires valid admin authorization token to be set.'],
    ['/api/collections//records', "The requested resource wasn't found."],
    ['/api/collections/posts//records', 'Not Found.'],
    ['/api/files/media/media0000000001/a/b', "The requested resource wasn't found."],
  ])('GET %s returns the message "%s"', async (target, message) => {
    expect(JSON.parse((await get(target)).body).message).toBe(message)
  })

  test('the Allow header of a 405 response outside of the API lists OPTIONS and GET', async () => {
    expect((await send('POST', '/')).headers.allow).toBe('OPTIONS, GET')
  })

  test.each<[string, string, Record<string, string>?]>([
    ['a path with a backslash', '/a\\b'],
    ['an invalid host', '/api/health', { Host: 'a b' }],
    ['a host of 400 characters', '/api/health', { Host: 'x'.repeat(400) }],
  ])('%s returns 400 and does not stop the server', async (_, target, headers = {}) => {
    expect((await get(target, headers)).status).toBe(400)
    expect((await get('/api/health')).status).toBe(200)
  })
})

describe('the dashboard', () => {
  test('documentation pages have a content security policy and are revalidated by ETag', async () => {
    const { status, headers, body } = await get('/_/docs/index.html')
    expect([status, body]).toEqual([200, '<p>guide</p>'])
    expect(headers['content-security-policy']).toContain("script-src 'self';")
    expect(headers['cache-control']).toBeUndefined()
    expect((await get('/_/docs/index.html', { 'If-None-Match': headers.etag ?? '' })).status).toBe(304)
    expect((await get('/_/docs/nothing.html')).status).toBe(404)
  })

  test('the folder of the manual returns its start page, also without the final slash', async () => {
    expect((await get('/_/docs/')).body).toBe('<p>guide</p>')
    const redirect = await get('/_/docs')
    expect([redirect.status, redirect.headers.location]).toEqual([307, 'docs/'])
  })

  test('the start page has a content security policy and is revalidated by ETag', async () => {
    const { status, headers, body } = await get('/_/')
    expect([status, body]).toEqual([200, '<p>dashboard</p>'])
    expect(headers['content-security-policy']).toContain("script-src 'self';")
    expect(headers['content-security-policy']).toContain("style-src 'self';")
    expect(headers['cache-control']).toBeUndefined()
    expect((await get('/_/', { 'If-None-Match': headers.etag ?? '' })).status).toBe(304)
  })

  test.each([
    ['br, gzip', 'br', 'brotli'],
    ['gzip', 'gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip', 'gzip'],
    ['deflate', undefined, 'plain'],
    ['x-br', undefined, 'plain'],
  ])('selects the encoding of a built file by Accept-Encoding: %s', async (accepted, encoding, content) => {
    const { headers, body } = await get('/_/assets/main-1234.js', { 'Accept-Encoding': accepted })
    expect([headers['content-encoding'], body]).toEqual([encoding, content])
    expect(headers.vary).toBe('Origin, Accept-Encoding')
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['content-type']).toContain('javascript')
  })

  test('files without a hash in their name are cached for a shorter time', async () => {
    expect((await get('/_/favicon.svg')).headers['cache-control']).toBe('max-age=1209600, stale-while-revalidate=86400')
  })

  test('/_ redirects to /_/, and the installer redirects to the start page once an admin exists', async () => {
    expect(await get('/_')).toMatchObject({ status: 307, headers: { location: '_/' } })
    expect(await get('/_/?installer')).toMatchObject({ status: 307, headers: { location: '?' } })
  })

  test('the dashboard below the prefix /today redirects to /_/, so that its pages are found beside that API', async () => {
    for (const path of ['/today/_', '/today/_/']) {
      const { status, headers } = await get(path)
      expect([status, new URL(headers.location ?? '', `http://a.example${path}`).pathname]).toEqual([307, '/_/'])
    }
  })

  test.each([
    '/_/..%2fsecret.txt',
    '/_/%2e%2e/secret.txt',
    '/_/..%5csecret.txt',
    '/_/../secret.txt',
    '/_/x%00',
    '/_/%zz',
    '/_/assets',
  ])('GET %s returns 404', async target => {
    expect((await get(target)).status).toBe(404)
  })
})

test('if the dashboard has not been built, its page explains how to build it', async () => {
  const copy = await copySample('fresh')
  const options = { dataDir: copy.dataDir, encryptionKey: '', queryTimeout: 30, threads: 'inline' as const }
  const other = await createServer({ ...options, dashboardDir: join(folder, 'nowhere') })
  try {
    const { port } = await other.listen('127.0.0.1:0')
    const installer = await sendTo(port, 'GET', '/_/')
    expect([installer.status, installer.headers.location]).toEqual([307, '?installer#'])
    const page = await sendTo(port, 'GET', '/_/?installer')
    expect([page.status, page.body]).toEqual([503, expect.stringContaining('npm run build')])
  } finally {
    await other.close()
    await copy.remove()
  }
})

describe('public files', () => {
  test.each([
    ['/', 'text/html; charset=utf-8', '<p>home</p>'],
    ['/docs', 'text/html; charset=utf-8', '<p>docs</p>'],
    ['/docs/', 'text/html; charset=utf-8', '<p>docs</p>'],
    ['/a%20b.css?x=1', 'text/css; charset=utf-8', 'a{}'],
    ['/some/page/of/an/app', 'text/html; charset=utf-8', '<p>home</p>'],
    ['/..%2fsecret.txt', 'text/html; charset=utf-8', '<p>home</p>'],
    ['/../secret.txt', 'text/html; charset=utf-8', '<p>home</p>'],
    ['/%2e%2e%2fsecret.txt', 'text/html; charset=utf-8', '<p>home</p>'],
  ])('GET %s returns %s with the content %s', async (target, type, content) => {
    const { status, headers, body } = await get(target)
    expect([status, headers['content-type'], body]).toEqual([200, type, content])
  })

  test('a Range header selects a part of a public file', async () => {
    expect(await get('/index.html', { Range: 'bytes=3-6' })).toMatchObject({ status: 206, body: 'home' })
  })
})

describe('uploads', () => {
  const temporary = () => readdir(join(sample.dataDir, '.pb_temp_to_delete')).catch(() => [])

  test.each([
    ['stored', '/api/collections/scratch/records', 200],
    ['rejected', '/api/collections/secrets/records', 403],
  ])('a %s upload leaves no temporary file', async (_, target, status) => {
    const form = new FormData()
    form.set('f1', new File(['content'], 'note.txt'))
    const response = await fetch(`${listening.url}${target}`, { method: 'POST', body: form })
    expect(response.status).toBe(status)
    expect(await temporary()).toEqual([])
  })

  test('an upload whose client disconnects leaves no temporary file', async () => {
    const socket = connect(listening.port, '127.0.0.1')
    const head = 'Host: x\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 100000'
    socket.write(
      `POST /api/collections/scratch/records HTTP/1.1\r\n${head}\r\n\r\n--x\r\nContent-Disposition: form-data; name="f1"; filename="a"\r\n\r\nhalf`,
    )
    await expect.poll(temporary).toHaveLength(1)
    socket.destroy()
    await expect.poll(temporary).toEqual([])
  })

  test('a body that is too large gets a 413 response before the connection is closed', async () => {
    const body = `{"t":"${'x'.repeat(33 * 1024 * 1024)}"}`
    const response = await fetch(`${listening.url}/api/collections/scratch/records`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json' },
    })
    expect(response.status).toBe(413)
  })
})

test('logs requests with their client, URL, status and error, but not successful health checks', async () => {
  const copy = await copySample('magazine')
  const other = await createServer({ dataDir: copy.dataDir, encryptionKey: '', queryTimeout: 30, threads: 'inline' })
  const { port } = await other.listen('127.0.0.1:0')
  const ask = (path: string, headers = {}) => sendTo(port, 'GET', path, headers)
  try {
    await ask('/api/health')
    await ask('/api/collections/tags/records/tag000000000001?fields=id&x=a%20b', {
      Referer: 'https://magazine.example',
      'User-Agent': 'probe',
      'X-Forwarded-For': ' , 198.51.100.7, 10.0.0.1',
    })
    await ask('/api/nothing')
    for (let repeated = 0; repeated < 2; repeated += 1) await ask('/api/collections/tags/records?perPage=3')
  } finally {
    await other.close()
  }
  const rows = queryDatabase(
    copy.dataDir,
    'logs',
    "SELECT level, message, data FROM _logs WHERE created > '2026-11-20 12:00:01' ORDER BY rowid",
  )
  await copy.remove()
  expect(rows.map(([level, message, data]) => ({ level, message, data: JSON.parse(String(data)) }))).toEqual([
    {
      level: 0,
      message: 'GET /api/collections/tags/records/tag000000000001?fields=id&x=a b',
      data: {
        type: 'request',
        method: 'GET',
        status: 200,
        auth: 'guest',
        referer: 'https://magazine.example',
        userAgent: 'probe',
        url: '/api/collections/tags/records/tag000000000001?fields=id&x=a%20b',
        execTime: expect.any(Number),
        userIp: '198.51.100.7',
        remoteIp: '127.0.0.1',
      },
    },
    {
      level: 8,
      message: 'GET /api/nothing',
      data: expect.objectContaining({ status: 404, error: 'Not Found.', details: 'code=404, message=Not Found' }),
    },
    // The second one comes from the cache of responses.
    ...Array.from({ length: 2 }, () => ({
      level: 0,
      message: 'GET /api/collections/tags/records?perPage=3',
      data: expect.objectContaining({ status: 200, records: 3 }),
    })),
  ])
})

test('deleting a record removes its files in the background', async () => {
  const storage = join(sample.dataDir, 'storage/mgscratch000001')
  const form = new FormData()
  form.set('id', 'row000000000001')
  form.set('f1', new File(['content'], 'note.txt'))
  await fetch(`${listening.url}/api/collections/scratch/records`, { method: 'POST', body: form })
  expect(await readdir(storage)).toContain('row000000000001')
  await fetch(`${listening.url}/api/collections/scratch/records/row000000000001`, { method: 'DELETE' })
  await expect.poll(() => readdir(storage)).not.toContain('row000000000001')
  await rm(join(storage, 'row000000000001'), { recursive: true, force: true })
})

describe('compression', () => {
  const list = '/api/collections/posts/records'
  const fetched = (encoding: string, method = 'GET', path = list) => send(method, path, { 'Accept-Encoding': encoding })

  test('long responses are compressed if the client accepts gzip, with the same content', async () => {
    const [zipped, plain] = [await fetched('br, gzip'), await fetched('br')]
    expect([zipped.headers['content-encoding'], zipped.headers.vary]).toEqual(['gzip', 'Origin, Accept-Encoding'])
    expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([undefined, 'Origin'])
    expect(gunzipSync(Buffer.from(zipped.body, 'latin1')).toString('latin1')).toBe(plain.body)
    expect(zipped.body.length).toBeLessThan(plain.body.length / 3)
  })

  test.each(['gzip;q=0', 'identity', 'gzipped', ''])(
    'responses to requests with Accept-Encoding %j are not compressed',
    async encoding => {
      expect((await fetched(encoding)).headers['content-encoding']).toBeUndefined()
    },
  )

  test('short responses and responses to POST requests are not compressed', async () => {
    expect((await fetched('gzip', 'GET', '/api/health')).headers['content-encoding']).toBeUndefined()
    expect((await fetched('gzip', 'POST', '/api/collections/scratch/records')).headers['content-encoding']).toBeUndefined()
  })
})

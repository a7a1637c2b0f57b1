import { readFileSync } from 'node:fs'
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { samplesDir } from '../../../../test/harness/paths.ts'
import type { RequestedFile } from '../../messages/ApiReply.ts'
import { localStorage } from '../storage/local/localStorage.ts'
import type { Storage } from '../storage/Storage.ts'
import { Thumbs } from '../thumbs/Thumbs.ts'
import { serveFile } from './serveFile.ts'

const modified = new Date('2026-05-01T10:00:00.700Z')
const note = 'A plain note.\nSecond line.\n'
let dataDir = ''
let warnings: string[] = []

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'coffer-serve-'))
  const storage = localStorage(dataDir)
  const put = (name: string, contentType: string) => storage.put(`c/r/${name}`, join(samplesDir, 'files', name), { contentType })
  await put('note.txt', 'text/plain; charset=utf-8')
  await put('empty.txt', 'text/plain')
  await put('wide.png', 'image/png')
  await put('portrait.jpg', 'image/jpeg')
  await put('dot.gif', 'image/gif')
  await put('dot.webp', 'image/webp')
  await put('logo.svg', 'image/svg+xml')
  await storage.putBytes('c/r/large.bin', new Uint8Array(1024 * 1024).fill(7), { contentType: 'application/zip' })
  await storage.putBytes('c/r/fake.svg', Buffer.from('plain'), { contentType: 'text/plain; charset=utf-8' })
  await storage.putBytes('c/r/site.css', Buffer.from('a{}'), { contentType: 'text/plain; charset=utf-8' })
  await storage.putBytes('c/r/broken.gif', Buffer.from('GIF89a broken'), { contentType: 'image/gif' })
  await utimes(join(dataDir, 'storage/c/r/note.txt'), modified, modified)
})
beforeEach(() => {
  warnings = []
})
afterAll(() => rm(dataDir, { recursive: true }))

const makeThumbs = () => new Thumbs(localStorage(dataDir), message => warnings.push(message))

async function serve(
  name: string,
  {
    headers = {},
    method = 'GET',
    thumbs = makeThumbs(),
    storage = localStorage(dataDir),
    ...reply
  }: Partial<RequestedFile> & {
    headers?: Record<string, string>
    method?: string
    thumbs?: Thumbs
    storage?: Storage
  } = {},
) {
  const request = { method, header: (header: string) => headers[header] }
  const answer = await serveFile(
    { storage, thumbs },
    request,
    { key: `c/r/${name}`, name, download: false, ...reply },
    { Vary: 'Origin' },
  )
  const body = answer.body instanceof Readable ? await buffer(answer.body) : answer.body
  return new Response(body === undefined ? null : Buffer.from(body), answer)
}

async function sizeOf(response: Response) {
  const { format, width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
  return `${format} ${width}x${height}`
}

describe('serveFile without a range', () => {
  test('returns the file with its content, cache and security headers', async () => {
    const response = await serve('wide.png')
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'max-age=2592000, stale-while-revalidate=86400',
      'content-disposition': 'inline; filename=wide.png',
      'content-length': '302',
      'content-security-policy': "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; sandbox",
      'content-type': 'image/png',
      vary: 'Origin',
    })
    expect(Buffer.from(await response.arrayBuffer())).toEqual(readFileSync(join(samplesDir, 'files/wide.png')))
  })

  test.each([
    ['note.txt', false, 'text/plain; charset=utf-8', 'attachment; filename=note.txt'],
    ['wide.png', true, 'image/png', 'attachment; filename=wide.png'],
    ['logo.svg', false, 'image/svg+xml', 'attachment; filename=logo.svg'],
    ['fake.svg', false, 'image/svg+xml', 'attachment; filename=fake.svg'],
    ['site.css', false, 'text/css', 'attachment; filename=site.css'],
  ])('serves %s with download=%s as %s, %s', async (name, download, type, disposition) => {
    const { headers } = await serve(name, { download })
    expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([type, disposition])
  })

  test('streams a large file completely', async () => {
    const bytes = new Uint8Array(await (await serve('large.bin')).arrayBuffer())
    expect(bytes).toHaveLength(1024 * 1024)
    expect(bytes.every(byte => byte === 7)).toBe(true)
  })

  test('a HEAD request returns the headers without a body', async () => {
    const response = await serve('large.bin', { method: 'HEAD' })
    expect(response.headers.get('content-length')).toBe('1048576')
    expect(await response.text()).toBe('')
  })

  test('unsafe characters of a file name are replaced in the Content-Disposition header', async () => {
    const { headers } = await serve('note.txt', { name: 'a"\r\nX-Evil: 1;é.txt' })
    expect(headers.get('content-disposition')).toBe('attachment; filename=a___X-Evil:_1__.txt')
  })

  test('rejects missing files and sidecar files', async () => {
    await expect(serve('missing.txt')).rejects.toMatchObject({ kind: 'missing' })
    await expect(serve('note.txt.attrs')).rejects.toMatchObject({ kind: 'missing' })
  })
})

describe('serveFile with a range', () => {
  test.each([
    [{ range: 'bytes=0-6' }, 206, 'bytes 0-6/27', 'A plain'],
    [{ range: 'bytes=-5' }, 206, 'bytes 22-26/27', 'ine.\n'],
    [{ range: 'bytes=0-20,5-26' }, 200, null, note],
    [{ range: 'bytes=0-6', 'if-range': 'Mon, 01 Jan 2001 00:00:00 GMT' }, 200, null, note],
    [{ range: 'bytes=0-6', 'if-range': modified.toUTCString() }, 206, 'bytes 0-6/27', 'A plain'],
    [{ range: 'bytes=0-6', 'if-range': '"tag"' }, 200, null, note],
  ])('a request with the headers %j returns %i with the range %s', async (headers, status, contentRange, content) => {
    const response = await serve('note.txt', { headers })
    expect([response.status, response.headers.get('content-range')]).toEqual([status, contentRange])
    expect(response.headers.get('content-length')).toBe(String(content.length))
    expect(await response.text()).toBe(content)
  })

  test('returns several parts as multipart/byteranges', async () => {
    const response = await serve('note.txt', { headers: { range: 'bytes=0-1,24-' } })
    const [, boundary] = /^multipart\/byteranges; boundary=(.+)$/.exec(response.headers.get('content-type') ?? '') ?? []
    const type = 'Content-Type: text/plain; charset=utf-8'
    const body = await response.text()
    expect(response.status).toBe(206)
    expect(body).toBe(
      `--${boundary}\r\n${type}\r\nContent-Range: bytes 0-1/27\r\n\r\nA \r\n--${boundary}\r\n${type}\r\nContent-Range: bytes 24-26/27\r\n\r\ne.\n\r\n--${boundary}--\r\n`,
    )
    expect(response.headers.get('content-length')).toBe(String(body.length))
  })

  test.each([
    ['bytes=27-', 'bytes */27'],
    ['bytes=x', null],
  ])('rejects the range %s with 416', async (range, contentRange) => {
    const response = await serve('note.txt', { headers: { range } })
    expect([response.status, response.headers.get('content-range')]).toEqual([416, contentRange])
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  })

  test('a range of an empty file is ignored', async () => {
    const response = await serve('empty.txt', { headers: { range: 'bytes=0-5' } })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })
})

describe('conditional requests', () => {
  test.each([
    ['if-modified-since', modified.toUTCString(), 304],
    ['if-modified-since', 'Fri, 31 Dec 2100 00:00:00 GMT', 304],
    ['if-modified-since', 'Mon, 01 Jan 2001 00:00:00 GMT', 200],
    ['if-modified-since', 'nonsense', 200],
    ['if-unmodified-since', 'Mon, 01 Jan 2001 00:00:00 GMT', 412],
    ['if-unmodified-since', 'nonsense', 200],
  ])('a request with %s: %s returns %i', async (header, value, status) => {
    const response = await serve('note.txt', { headers: { [header]: value } })
    expect(response.status).toBe(status)
    expect(await response.text()).toBe(status === 200 ? note : '')
  })
})

describe('serveFile for a file that is removed after it was found', () => {
  test.each([
    ['note.txt', {}],
    ['note.txt', { headers: { range: 'bytes=1-2' } }],
    ['large.bin', {}],
    ['wide.png', { thumb: '20x20' }],
  ])('a request for %s with %j is rejected', async (name, options) => {
    const storage: Storage = {
      ...localStorage(dataDir),
      read: key => localStorage(dataDir).read(`${key}.removed`),
      stream: (key, range) => localStorage(dataDir).stream(`${key}.removed`, range),
    }
    await expect(serve(name, { ...options, storage })).rejects.toMatchObject({ kind: 'missing' })
  })
})

describe('serveFile with a thumb', () => {
  test.each([
    ['wide.png', '32x32', 'png 32x32'],
    ['wide.png', '64x0', 'png 64x36'],
    ['wide.png', '0x180', 'png 320x180'],
    ['wide.png', '60x60f', 'png 60x34'],
    ['wide.png', '600x600f', 'png 160x90'],
    ['portrait.jpg', '60x60t', 'jpeg 60x60'],
    ['portrait.jpg', '60x60b', 'jpeg 60x60'],
    ['dot.gif', '100x100', 'gif 100x100'],
  ])('the thumb of %s with the size %s is a %s', async (name, thumb, expected) => {
    const response = await serve(name, { thumb })
    expect(response.headers.get('content-disposition')).toBe(`inline; filename=${thumb}_${name}`)
    expect(await sizeOf(response)).toBe(expected)
    expect(warnings).toEqual([])
  })

  test('a new thumb is stored with a sidecar file', async () => {
    await (await serve('wide.png', { thumb: '10x10' })).arrayBuffer()
    expect(await localStorage(dataDir).find('c/r/thumbs_wide.png/10x10_wide.png')).toMatchObject({ contentType: 'image/png' })
  })

  test('simultaneous requests for the same thumb create it once', async () => {
    const stored: string[] = []
    const storage: Storage = {
      ...localStorage(dataDir),
      putBytes: async (key, ...rest) => {
        stored.push(key)
        await localStorage(dataDir).putBytes(key, ...rest)
      },
    }
    const thumbs = new Thumbs(storage, message => warnings.push(message))
    const request = async () => sizeOf(await serve('wide.png', { thumb: '11x11', thumbs }))
    expect(new Set(await Promise.all(Array.from({ length: 20 }, request)))).toEqual(new Set(['png 11x11']))
    expect(stored).toEqual(['c/r/thumbs_wide.png/11x11_wide.png'])
  })

  test('creates all requested thumbs, even more than the concurrency limit', async () => {
    const thumbs = makeThumbs()
    const sizes = Array.from({ length: 30 }, (_, index) => `${index + 40}x20`)
    const made = await Promise.all(sizes.map(async thumb => sizeOf(await serve('wide.png', { thumb, thumbs }))))
    expect(made).toEqual(sizes.map(size => `png ${size}`))
  })

  test.each([
    ['dot.webp', 'an image type without thumbs'],
    ['logo.svg', 'an image type without thumbs'],
    ['note.txt', 'not an image'],
  ])('a request for a thumb of %s (%s) returns the file itself', async (name, _) => {
    expect((await serve(name, { thumb: '32x32' })).headers.get('content-disposition')).toContain(`filename=${name}`)
    expect(warnings).toEqual([])
  })

  test('a request for a thumb of a broken image returns the file itself and logs a warning', async () => {
    const response = await serve('broken.gif', { thumb: '32x32' })
    expect(await response.text()).toBe('GIF89a broken')
    expect(response.headers.get('content-disposition')).toBe('inline; filename=broken.gif')
    expect(warnings).toEqual([expect.stringContaining('c/r/broken.gif')])
  })

  test('rejects a request for a thumb of a missing file, even if the thumb exists', async () => {
    const storage = localStorage(dataDir)
    await writeFile(join(dataDir, 'source'), '')
    await storage.putBytes('c/r/thumbs_gone.png/32x32_gone.png', Uint8Array.of(1), { contentType: 'image/png' })
    await expect(serve('gone.png', { thumb: '32x32' })).rejects.toMatchObject({ kind: 'missing' })
  })

  test('thumbs are rotated according to the EXIF orientation', async () => {
    const turned = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    await localStorage(dataDir).putBytes('c/r/turned.jpg', turned, { contentType: 'image/jpeg' })
    expect(await sizeOf(await serve('turned.jpg', { thumb: '0x40' }))).toBe('jpeg 20x40')
  })
})

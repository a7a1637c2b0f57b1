import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { UploadLimits } from '../../messages/ApiReply.ts'
import { ClientLedger } from '../../runtime/clients/ClientLedger.ts'
import { isBodiless, isMultipart, readBody } from './readBody.ts'
import { readMultipart } from './readMultipart.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coffer-body-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Returns a stream of the bytes in chunks of the given size. */
const inPieces = (bytes: Buffer, size: number) =>
  Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    })(),
  )

const limits: UploadLimits = new Map([['f', { files: 2, size: 5000 }]])

const megabyte = 1024 * 1024
/** The size limit of a record, with memory for several bodies of that size. */
const bounds = () => ({
  limit: 32 * megabyte,
  hold: new ClientLedger({ limits: { largeBodyBytes: { total: 128 * megabyte, perClient: 128 * megabyte } } }).open(
    'largeBodyBytes',
    { address: 'x' },
  ),
})

function read(content: string | Buffer, contentType?: string, size = 7) {
  const stream = inPieces(Buffer.from(content), size)
  return isMultipart(contentType)
    ? readMultipart(stream, contentType, { folder: async () => folder, limits }, bounds())
    : readBody(stream, contentType, bounds())
}

const part = (head: string, value: string) => `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`
const multipart = (...parts: string[]) => `${parts.join('')}--x--\r\n`
const form = 'multipart/form-data; boundary=x'

test.each<[Record<string, string>, boolean]>([
  [{}, false],
  [{ 'content-length': '0' }, false],
  [{ 'content-length': '5' }, true],
  [{ 'transfer-encoding': 'chunked' }, true],
])('a message with the headers %j has a body: %s', (headers, expected) => {
  expect(!isBodiless(headers)).toBe(expected)
})

describe('readBody with JSON', () => {
  test.each(['application/json', 'application/json; charset=utf-8', 'application/jsonx'])('returns %s as text', async type => {
    expect(await read('{"t":"Grüße ✓"}', type)).toEqual({ kind: 'json', text: '{"t":"Grüße ✓"}' })
  })

  test('rejects JSON over 32 MB and stops reading', async () => {
    const stream = inPieces(Buffer.alloc(40 * 1024 * 1024, 'x'), 1024 * 1024)
    await expect(readBody(stream, 'application/json', bounds())).rejects.toMatchObject({ status: 413 })
    expect(stream.readableEnded).toBe(false)
    expect(stream.destroyed).toBe(false)
  })
})

describe('readBody with other content types', () => {
  test.each([
    'APPLICATION/JSON',
    'application/vnd.api+json',
    'text/json',
    'text/plain',
    'multipart/mixed; boundary=x',
    'application/octet-stream',
    undefined,
  ])('a body of the content type %s is unreadable', async type => {
    expect((await read('{}', type)).kind).toBe('unreadable')
  })
})

describe('readBody with urlencoded forms', () => {
  const type = 'application/x-www-form-urlencoded'

  test('decodes each pair and skips pairs that cannot be decoded', async () => {
    expect(await read('a=1&b=x+y&a=%C3%A9&c&=e&bad=%zz&semi;colon=1&&d=1=2', type)).toEqual({
      kind: 'form',
      encoding: 'urlencoded',
      values: [
        ['a', '1'],
        ['b', 'x y'],
        ['a', 'é'],
        ['c', ''],
        ['', 'e'],
        ['d', '1=2'],
      ],
      uploads: [],
    })
  })

  test('rejects urlencoded forms over 1 MB', async () => {
    const fits = `a=${'x'.repeat(1024 * 1024 - 2)}`
    expect((await read(fits, type, 64 * 1024)).kind).toBe('form')
    await expect(read(`${fits}x`, type, 64 * 1024)).rejects.toMatchObject({ status: 413 })
  })

  test('rejects urlencoded forms with more than 1,000 pairs', async () => {
    expect((await read('a=1&'.repeat(999), type, 1024)).kind).toBe('form')
    await expect(read('a=1&'.repeat(1000), type, 1024)).rejects.toMatchObject({ kind: 'invalid' })
  })
})

describe('readMultipart', () => {
  test.each([1, 7, 1000])('reads values into memory and files to disk, from chunks of %i bytes', async size => {
    const content = multipart(
      part('name="t"', 'line\r\nbreak'),
      part('name="f"; filename="Odd Name (1) été.PNG"\r\nContent-Type: text/html', 'file content'),
      part('name="t"', 'ü'),
      part('name="empty"; filename=""', ''),
      part('name="f"; filename="a/b\\c.txt"', ''),
    )
    const body = await read(content, form, size)
    expect(body).toEqual({
      kind: 'form',
      encoding: 'multipart',
      values: [
        ['t', 'line\r\nbreak'],
        ['t', 'ü'],
        ['empty', ''],
      ],
      uploads: [
        { field: 'f', name: 'Odd Name (1) été.PNG', path: join(folder, '0'), size: 12 },
        { field: 'f', name: 'c.txt', path: join(folder, '1'), size: 0 },
      ],
    })
    expect(readFileSync(join(folder, '0'), 'utf8')).toBe('file content')
  })

  test.each([
    ['..', '..'],
    ['.', '.'],
    ['../../..', '..'],
    ['a/', 'a'],
    ['/', '/'],
    [String.raw`C:\docs\a.txt`, 'a.txt'],
    ['__proto__', '__proto__'],
  ])('stores a file sent as %j under the name %j', async (sent, name) => {
    const content = multipart(part(`name="f"; filename="${sent.replaceAll('\\', '\\\\')}"`, 'x'))
    expect(await read(content, form)).toMatchObject({ values: [], uploads: [{ name, size: 1 }] })
  })

  test('creates the upload folder only if the form contains a file', async () => {
    const none = () => Promise.reject(new Error('no'))
    const body = await readMultipart(
      inPieces(Buffer.from(multipart(part('name="t"', 'x'))), 5),
      form,
      { folder: none, limits },
      bounds(),
    )
    expect(body).toMatchObject({ values: [['t', 'x']] })
  })

  test('returns an empty form if there are no parts', async () => {
    expect(await read(multipart(), form)).toEqual({ kind: 'form', encoding: 'multipart', values: [], uploads: [] })
  })

  test.each([
    ['without a boundary', 'multipart/form-data', multipart(part('name="t"', 'v'))],
    ['with another boundary', 'multipart/form-data; boundary=y', multipart(part('name="t"', 'v'))],
    ['with content that is not multipart', form, 'no parts here'],
    ['that ends within a value', form, part('name="t"', 'v')],
    ['that ends within a file', form, '--x\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\nhalf of'],
    ['without any content', form, ''],
  ])('a multipart form %s is unreadable', async (_, type, content) => {
    expect((await read(content, type)).kind).toBe('unreadable')
  })

  test('rejects multipart forms with more than 1000 parts', async () => {
    const many = (count: number) => multipart(...Array.from({ length: count }, () => part('name="t"', 'x')))
    expect((await read(many(1000), form, 64 * 1024)).kind).toBe('form')
    await expect(read(many(1001), form, 64 * 1024)).rejects.toMatchObject({ status: 400 })
  })

  test.each([1, 7, 1000])('writes files only up to the limits of their field, from chunks of %i bytes', async size => {
    const file = (field: string, length: number) => part(`name="${field}"; filename="a.txt"`, 'x'.repeat(length))
    const body = await read(multipart(file('f', 6000), file('other', 9), file('f', 5000), file('f', 3), file('', 5)), form, size)
    const f = { field: 'f', name: 'a.txt' }
    expect(body).toMatchObject({
      uploads: [
        { ...f, path: join(folder, '0'), size: 6000 },
        { ...f, path: join(folder, '1'), size: 5000 },
        { ...f, path: '', size: 0 },
      ],
    })
    expect((await readdir(folder)).sort()).toEqual(['0', '1'])
    expect(['0', '1'].map(name => readFileSync(join(folder, name)).length)).toEqual([5000, 5000])
  })

  test('a form is unreadable if the client disconnected before reading began', async () => {
    const stream = new Readable({ read() {} })
    stream.destroy()
    expect(await readMultipart(stream, form, { folder: async () => folder, limits }, bounds())).toMatchObject({
      kind: 'unreadable',
    })
  })

  test('rejects multipart forms with more than 32 MB of values', async () => {
    const half = part('name="t"', 'x'.repeat(17 * 1024 * 1024))
    await expect(read(multipart(half, half), form, 1024 * 1024)).rejects.toMatchObject({ status: 413 })
  })

  test('a form is unreadable if one of its files cannot be written', async () => {
    await mkdir(join(folder, '0'))
    expect(await read(multipart(part('name="f"; filename="a"', 'x'.repeat(1000))), form)).toMatchObject({
      kind: 'unreadable',
      reason: expect.stringContaining('EISDIR'),
    })
  })

  test('a form is unreadable if the client disconnects during a file', async () => {
    const stream = new Readable({ read() {} })
    const reading = readMultipart(stream, form, { folder: async () => folder, limits }, bounds())
    stream.push('--x\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\nhalf of')
    await expect.poll(() => readdir(folder)).toEqual(['0'])
    stream.destroy()
    expect(await reading).toMatchObject({ kind: 'unreadable' })
    expect(await readdir(folder)).toEqual(['0'])
  })
})

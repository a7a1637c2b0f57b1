import { mkdirSync, readFileSync, type Stats, statSync, watch } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiResponse, askApi } from '../../harness/askApi.ts'
import { copySample, type SampleCopy } from '../../harness/copySample.ts'
import { samplesDir } from '../../harness/paths.ts'
import { signToken } from '../../harness/signToken.ts'
import { type RunningServer, startServer } from '../../harness/startServer.ts'
import { everyStoredFile, storedFiles } from '../../harness/storedFiles.ts'

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

const ask = (method: string, path: string, body?: object): Promise<ApiResponse> =>
  askApi(server.port, method, path, { token: admin, ...(body && { body }) })

const records = '/api/collections/media/records'
const mediaId = 'mgmedia00000001'

const sample = (name: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(join(samplesDir, 'files', name)))

function form(values: object, files: [field: string, name: string, content: Uint8Array<ArrayBuffer> | string][]): FormData {
  const data = new FormData()
  data.set('@jsonPayload', JSON.stringify({ title: 'x', kinds: ['image'], ...values }))
  for (const [field, name, content] of files) data.append(field, new File([content], name))
  return data
}

interface Media {
  id: string
  file: string
  gallery: string[]
}

async function make(
  values: object = {},
  content: Uint8Array<ArrayBuffer> | string = sample('square.png'),
  name = 'square.png',
): Promise<Media> {
  const { status, text, json } = await ask(
    'POST',
    records,
    form(values, [
      ['file', name, content],
      ['gallery', name, content],
    ]),
  )
  expect(status, text).toBe(200)
  return json as unknown as Media
}

const times = <T>(count: number, run: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => run(index))

const fileOf = ({ id, file }: Media, query = '') => ask('GET', `/api/files/media/${id}/${file}${query}`)

const below = (id: string): string[] => everyStoredFile(copy.dataDir).filter(file => file.startsWith(`storage/${mediaId}/${id}/`))

describe('files are removed with their owner', () => {
  test('the files that an update replaces or removes are deleted with their thumbs', async () => {
    const media = await make()
    await Promise.all([fileOf(media, '?thumb=32x32'), fileOf(media, '?thumb=64x0'), fileOf(media, '?thumb=100x100')])
    const [first = ''] = media.gallery
    await ask('GET', `/api/files/media/${media.id}/${first}?thumb=32x32`)
    expect(storedFiles(copy.dataDir, `${mediaId}/${media.id}`)).toHaveLength(6)
    const { json } = await ask(
      'PATCH',
      `${records}/${media.id}`,
      form({ 'gallery-': first }, [['file', 'new.png', sample('tall.png')]]),
    )
    const wanted = [`storage/${mediaId}/${media.id}/${json.file}`, `storage/${mediaId}/${media.id}/${json.file}.attrs`]
    await expect.poll(() => below(media.id)).toEqual(wanted)
  })

  test('the folder of a deleted record is removed', async () => {
    const media = await make()
    await Promise.all(['32x32', '64x0', '100x100'].map(size => fileOf(media, `?thumb=${size}`)))
    expect((await ask('DELETE', `${records}/${media.id}`)).status).toBe(204)
    await expect.poll(() => below(media.id)).toEqual([])
  })

  test('the files of cascaded records are removed', async () => {
    const author = await ask('POST', '/api/collections/authors/records', {
      name: 'With files',
      slug: 'with-files',
      acceptedTerms: true,
    })
    const post = (n: number) => {
      const data = new FormData()
      const values = {
        title: 'With files',
        slug: `with-files-${n}`,
        status: 'draft',
        category: 'category0000002',
        author: author.json.id,
      }
      data.set('@jsonPayload', JSON.stringify(values))
      data.set('cover', new File([sample('square.png')], 'square.png'))
      return ask('POST', '/api/collections/posts/records', data)
    }
    const posts = await Promise.all(times(5, post))
    expect(posts.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const folders = posts.map(({ json }) => `storage/mgposts00000001/${json.id}/`)
    const stored = () => everyStoredFile(copy.dataDir).filter(file => folders.some(folder => file.startsWith(folder)))
    expect(stored()).toHaveLength(10)
    expect((await ask('DELETE', `/api/collections/authors/records/${author.json.id}`)).status).toBe(204)
    await expect.poll(stored).toEqual([])
  })

  test('uploads that arrive while their record is deleted are removed', async () => {
    const all = await Promise.all(times(8, () => make()))
    const upload = ({ id }: Media) => ask('PATCH', `${records}/${id}`, form({}, [['file', 'late.png', sample('tall.png')]]))
    const statuses = await Promise.all(
      all.map(async media => {
        const asking = [upload(media), upload(media), ask('DELETE', `${records}/${media.id}`), upload(media)]
        return (await Promise.all(asking)).map(({ status }) => status)
      }),
    )
    expect([200, 204, 404]).toEqual(expect.arrayContaining(statuses.flat()))
    await expect.poll(() => all.flatMap(({ id }) => below(id))).toEqual([])
  })

  test('the files of a new record with the same id as a deleted one are not removed', async () => {
    const ids = times(15, index => `again${index}`.padEnd(15, '_'))
    await Promise.all(ids.map(id => make({ id })))
    const again = await Promise.all(
      ids.map(async id => {
        expect((await ask('DELETE', `${records}/${id}`)).status).toBe(204)
        return make({ id }, 'made again', 'again.txt')
      }),
    )
    for (const media of again) {
      const wanted = [media.file, ...media.gallery].map(name => `storage/${mediaId}/${media.id}/${name}`).toSorted()
      await expect.poll(() => storedFiles(copy.dataDir, `${mediaId}/${media.id}`)).toEqual(wanted)
      expect((await fileOf(media)).text).toBe('made again')
    }
  })
})

/** Creates a black PNG with a given width and height in pixels, whose file is small. */
function hugePicture(side: number): Uint8Array<ArrayBuffer> {
  const chunk = (type: string, content: Uint8Array): Buffer => {
    const body = Buffer.concat([Buffer.from(type), content])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(content.length, 0)
    ends.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head[8] = 1
  const rows = deflateSync(Buffer.alloc((side / 8 + 1) * side))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return new Uint8Array(Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]))
}

describe('thumbs', () => {
  test('forty concurrent requests create one thumb and receive the same bytes', async () => {
    const media = await make({}, sample('photo.jpg'), 'photo.jpg')
    const folder = join(copy.dataDir, 'storage', mediaId, media.id, `thumbs_${media.file}`)
    const thumb = join(folder, `64x0_${media.file}`)
    mkdirSync(folder)
    const written = new Set<string>()
    const watcher = watch(folder, (_, name) => name?.includes('.attrs') || written.add(String(name)))
    const responses = await Promise.all(times(40, () => fileOf(media, '?thumb=64x0')))
    const identity = ({ ino, mtimeMs, size }: Stats) => [ino, mtimeMs, size]
    const first = identity(statSync(thumb))
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(responses[0]?.headers.get('Content-Disposition')).toBe(`inline; filename=64x0_${media.file}`)
    await Promise.all(times(10, () => fileOf(media, '?thumb=64x0')))
    expect(identity(statSync(thumb))).toEqual(first)
    watcher.close()
    // The temporary file and the final one: a second thumb would have had its own temporary file.
    expect(written.size).toBe(2)
    expect(storedFiles(copy.dataDir, `${mediaId}/${media.id}/thumbs_${media.file}`)).toHaveLength(1)
  })

  test('a picture too large to decode is sent instead of its thumb', async () => {
    const content = hugePicture(30_000)
    expect(content.length).toBeLessThan(1_000_000)
    const media = await make({}, content, 'huge.png')
    const responses = await Promise.all(times(8, () => fileOf(media, '?thumb=32x32')))
    for (const { status, headers } of responses) {
      expect([status, headers.get('Content-Length')]).toEqual([200, `${content.length}`])
      expect(headers.get('Content-Disposition')).toBe(`inline; filename=${media.file}`)
    }
    expect(storedFiles(copy.dataDir, `${mediaId}/${media.id}`)).toHaveLength(2)
  })
})

const script = '<script>document.title = "run"</script>'
const pictureWithScript = `<svg xmlns="http://www.w3.org/2000/svg" onload="run()">${script}</svg>`

describe('files that could run a script', () => {
  test.each([
    ['page.html', `<!doctype html>${script}`],
    ['page.jpg', `<!doctype html>${script}`],
    ['page.svg', `<!doctype html>${script}`],
    ['page.css', `<!doctype html>${script}`],
    ['page', script],
    ['drawing.svg', pictureWithScript],
    ['drawing.png', pictureWithScript],
    ['drawing.SVG', `<?xml version="1.0"?>\n${pictureWithScript}`],
    ['page.xhtml', `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${script}</html>`],
    ['sheet.xml', `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="x"?><a/>`],
    ['script.js', '#!/usr/bin/env node\nalert(1)'],
    ['mail.mht', `From: a\r\nContent-Type: text/html\r\n\r\n${script}`],
    ['note.txt', `a note ${script}`],
    ['gif.html', `GIF89a/*${script}*/`],
    ['name"; filename=x.html', `<!doctype html>${script}`],
  ])('the file %s is sent with headers that prevent scripts', async (name, content) => {
    const media = await make({}, content, name)
    const questions: [string, string, Record<string, string>?][] = [
      ['GET', ''],
      ['HEAD', ''],
      ['GET', '?thumb=32x32'],
      ['GET', '?download=0'],
      ['GET', '', { Range: 'bytes=0-10' }],
      ['GET', '', { Range: 'bytes=0-1,3-4' }],
    ]
    for (const [method, query, headers] of questions) {
      const response = await askApi(
        server.port,
        method,
        `/api/files/media/${media.id}/${media.file}${query}`,
        headers && { headers },
      )
      const header = (wanted: string) => response.headers.get(wanted) ?? ''
      const what = `${method} ${query} ${JSON.stringify(headers)} of ${header('Content-Type')}`
      expect(response.status, what).toBeLessThan(300)
      expect(header('Content-Security-Policy'), what).toBe(
        "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; sandbox",
      )
      expect(header('X-Content-Type-Options'), what).toBe('nosniff')
      if (!content.startsWith('GIF')) expect(header('Content-Disposition'), what).toMatch(/^attachment; filename=[\w.]+$/)
    }
  })
})

import { readFileSync } from 'node:fs'
import { access, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { samplesDir } from '../../../../../test/harness/paths.ts'
import { keyPath } from './keyPath.ts'
import { localStorage } from './localStorage.ts'

let dataDir = ''
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'coffer-storage-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const exists = (...path: string[]) =>
  access(join(dataDir, ...path)).then(
    () => true,
    () => false,
  )

async function putText(key: string, content: string, originalName?: string) {
  const source = join(dataDir, 'source')
  await writeFile(source, content)
  const attributes = { contentType: 'text/plain; charset=utf-8', ...(originalName === undefined ? {} : { originalName }) }
  await localStorage(dataDir).put(key, source, attributes)
}

test('a stored file is returned with its attributes, whole or in parts', async () => {
  await putText('c/r/note.txt', 'A plain note.', 'Note.txt')
  const storage = localStorage(dataDir)
  expect(await storage.find('c/r/note.txt')).toEqual({
    size: 13,
    modified: expect.any(Date),
    contentType: 'text/plain; charset=utf-8',
  })
  expect(Buffer.from(await storage.read('c/r/note.txt')).toString()).toBe('A plain note.')
  expect(await text(await storage.stream('c/r/note.txt', { start: 2, end: 6 }))).toBe('plain')
  expect(await readdir(join(dataDir, 'storage/c/r'))).toEqual(['note.txt', 'note.txt.attrs'])
})

test('the sidecar file is byte for byte the one that PocketBase 0.22 writes', async () => {
  const folder = 'magazine/pb_data/storage/mgmedia00000001/media0000000004'
  const sample = join(samplesDir, folder, 'paper_VU7bya4Rfc.pdf')
  const storage = localStorage(dataDir)
  await storage.put('c/r/paper.pdf', sample, { contentType: 'application/pdf', originalName: 'paper.pdf' })
  expect(readFileSync(join(dataDir, 'storage/c/r/paper.pdf.attrs'), 'utf8')).toBe(readFileSync(`${sample}.attrs`, 'utf8'))
})

test('the sidecar file of a thumb has no original name', async () => {
  await localStorage(dataDir).putBytes('c/r/thumbs_a/t', Uint8Array.of(1), { contentType: 'image/png' })
  expect(JSON.parse(readFileSync(join(dataDir, 'storage/c/r/thumbs_a/t.attrs'), 'utf8'))['user.metadata']).toBeNull()
})

test('a long original name is truncated between two characters', async () => {
  await putText('c/r/a', '', `${'x'.repeat(254)}é`)
  const attributes = JSON.parse(readFileSync(join(dataDir, 'storage/c/r/a.attrs'), 'utf8'))
  expect(attributes['user.metadata']['original-filename']).toBe('x'.repeat(254))
})

test('storing a file again replaces its content', async () => {
  await putText('c/r/a.txt', 'one')
  await putText('c/r/a.txt', 'two')
  expect(Buffer.from(await localStorage(dataDir).read('c/r/a.txt')).toString()).toBe('two')
  expect(await exists('source')).toBe(true)
})

test('a file with an invalid sidecar file has an unknown type', async () => {
  await putText('c/r/a.txt', 'x')
  await writeFile(join(dataDir, 'storage/c/r/a.txt.attrs'), 'broken')
  expect((await localStorage(dataDir).find('c/r/a.txt'))?.contentType).toBe('application/octet-stream')
})

test.each(['c/r/missing.txt', 'c/r', 'c/r/a.txt.attrs', 'c/r/a.txt/x'])('find returns undefined for %s', async key => {
  await putText('c/r/a.txt', 'x')
  expect(await localStorage(dataDir).find(key)).toBeUndefined()
})

test('removing a file also removes its sidecar file and empty folders', async () => {
  await putText('c/r/a.txt', 'x')
  await putText('c/s/b.txt', 'x')
  const storage = localStorage(dataDir)
  await storage.remove('c/r/a.txt')
  await storage.remove('c/r/a.txt')
  expect(await exists('storage/c/r')).toBe(false)
  expect(await exists('storage/c/s/b.txt')).toBe(true)
})

test('removing a prefix does not remove folders with longer names', async () => {
  await putText('c/abc/a.txt', 'x')
  await putText('c/abcd/a.txt', 'x')
  await localStorage(dataDir).removeBelow('c/abc/')
  expect(await exists('storage/c/abc')).toBe(false)
  expect(await exists('storage/c/abcd/a.txt')).toBe(true)
})

test.each([
  ['a/b/c.txt', '/s/a/b/c.txt'],
  ['../../data.db', '/s/..__0x2f__..__0x2f__data.db'],
  ['a//b', '/s/a/__0x2f__b'],
  ['a/b/', '/s/a/b__0x2f__'],
  ['a\nb\0', '/s/a__0xa__b__0x0__'],
  ['/etc/passwd', '/s/etc/passwd'],
])('the key %j is stored at %s', (key, path) => {
  expect(keyPath('/s', key)).toBe(path)
})

test.each(['', '..', '.', 'a.attrs', 'a/..'])('keyPath rejects the key %j', key => {
  expect(() => keyPath('/s', key)).toThrow()
})

test('the path of every key is below the root of the storage', () => {
  const part = fc.constantFrom('..', '.', '/', '\\', 'a', '%2e', '\0')
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), parts => {
      let path = '/s/x'
      try {
        path = keyPath('/s', parts.join(''))
      } catch {}
      expect(path.startsWith('/s/')).toBe(true)
    }),
  )
})

test('removing the files of a record removes their thumbs and files older than ten minutes', async () => {
  const storage = localStorage(dataDir)
  const folder = join(dataDir, 'storage/c/r')
  for (const name of ['one.txt', 'two.txt', 'thumbs_two.txt/50x50_two.txt', 'new.txt', 'old.txt', 'thumbs_old.txt/x']) {
    await putText(`c/r/${name}`, name)
  }
  await putText('c/rr/one.txt', 'of another record')
  await storage.removeRecords('c', [{ id: 'r', files: ['one.txt', 'two.txt'] }])
  expect((await readdir(folder)).sort()).toEqual(['new.txt', 'new.txt.attrs', 'old.txt', 'old.txt.attrs', 'thumbs_old.txt'])
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  await storage.removeRecords('c', [{ id: 'r', files: [] }])
  expect(await exists('storage/c/r')).toBe(false)
  expect(await exists('storage/c/rr/one.txt')).toBe(true)
  await storage.removeRecords('c', [{ id: 'nothing', files: ['x'] }])
})

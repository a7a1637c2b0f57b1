import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { sampleDir } from '../../../test/harness/copySample.ts'
import { inspectArchive } from './inspectArchive.ts'
import { unpackArchive } from './unpackArchive.ts'

let place = ''
let archive = ''
let folder = ''
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'coffer-test-'))
  archive = join(place, 'a.zip')
  folder = join(place, 'inner/new')
})
afterEach(() => rm(place, { recursive: true, force: true }))

type Fill = (zip: ZipFile) => void

const database = await readFile(join(sampleDir('fresh'), 'data.db'))

async function pack(fill: Fill) {
  const zip = new ZipFile()
  fill(zip)
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(archive))
}

/** Packs an archive, then replaces all occurrences of some bytes in it. */
async function packPatched(fill: Fill, from: Buffer | string, to: Buffer | string) {
  await pack(fill)
  const bytes = await readFile(archive)
  const [search, replacement] = [Buffer.from(from), Buffer.from(to)]
  for (let at = bytes.indexOf(search); at !== -1; at = bytes.indexOf(search, at + 1)) replacement.copy(bytes, at)
  await writeFile(archive, bytes)
}

const withDatabase =
  (fill: Fill = () => undefined): Fill =>
  zip => {
    zip.addBuffer(database, 'data.db')
    fill(zip)
  }

const unpack = (maxBytes?: number) =>
  unpackArchive({ kind: 'unpack', archive, folder, ...(maxBytes === undefined ? {} : { maxBytes }) })

test('unpacks files unchanged, except for reserved names of the original data directory', async () => {
  await pack(
    withDatabase(zip => {
      zip.addBuffer(Buffer.from('a file'), 'storage/c/r/ä.txt', { compress: false })
      zip.addBuffer(Buffer.alloc(0), 'storage/c/r/empty')
      zip.addEmptyDirectory('storage/nothing')
      for (const name of ['backups/b.zip', '.pb_temp_to_delete/x', '.coffer_restore/in', '.coffer.lock'])
        zip.addBuffer(Buffer.from('x'), name)
    }),
  )
  await unpack()
  expect((await readdir(folder)).sort()).toEqual(['data.db', 'storage'])
  expect(await readFile(join(folder, 'storage/c/r/ä.txt'), 'utf8')).toBe('a file')
  expect(await readFile(join(folder, 'storage/c/r/empty'), 'utf8')).toBe('')
  expect(await readFile(join(folder, 'data.db'))).toEqual(database)
})

describe('unpackArchive', () => {
  const text = Buffer.from('text')
  test.each<[string, Fill, string, string, RegExp]>([
    [
      'with a path to a parent folder',
      zip => zip.addBuffer(text, 'aa/bb/evil'),
      'aa/bb/evil',
      '../../evil',
      /invalid relative path/,
    ],
    ['with an absolute path', zip => zip.addBuffer(text, 'xtmp/evil'), 'xtmp/evil', '/tmp/evil', /absolute path/],
    ['with backslashes in a path', zip => zip.addBuffer(text, 'aaxxxevil'), 'aaxxxevil', '..\\..evil', /invalid characters/],
    ['with control characters in a name', zip => zip.addBuffer(text, 'axb'), 'axb', 'a\0b', /control characters/],
    [
      'with a link',
      zip => zip.addBuffer(Buffer.from('/etc'), 'storage', { mode: 0o120777 }),
      '',
      '',
      /neither a file nor a folder/,
    ],
    ['with a device', zip => zip.addBuffer(text, 'null', { mode: 0o020666 }), '', '', /neither a file nor a folder/],
  ])('rejects an archive %s before anything is written', async (_, fill, from, to, reason) => {
    if (from === '') await pack(withDatabase(fill))
    else await packPatched(withDatabase(fill), from, to)
    await expect(inspectArchive({ kind: 'inspect', archive })).rejects.toThrow(reason)
    await expect(unpack()).rejects.toThrow(reason)
    expect(await readdir(place)).toEqual(['a.zip'])
  })

  test('rejects an archive without a data.db', async () => {
    await pack(zip => zip.addBuffer(database, 'deeper/data.db'))
    await expect(unpack()).rejects.toThrow('no data.db')
  })

  test('rejects an archive whose data.db is not a database, is damaged, or is from PocketBase 0.23', async () => {
    await pack(zip => zip.addBuffer(Buffer.from('dear aunt'), 'data.db'))
    await expect(unpack()).rejects.toThrow('not an SQLite database')
    const damaged = Buffer.from(database)
    damaged.fill(0x5a, 4096 * 3, 4096 * 5)
    await pack(zip => zip.addBuffer(damaged, 'data.db'))
    await expect(unpack()).rejects.toThrow(/damaged|malformed/)
    await rm(join(place, 'inner'), { recursive: true })
    const path = join(place, 'newer.db')
    using newer = new DatabaseSync(path)
    newer.exec('CREATE TABLE _migrations (file, applied)')
    await pack(zip => zip.addFile(path, 'data.db'))
    await expect(unpack()).rejects.toThrow('0.23')
  })

  test('rejects an archive whose declared size exceeds the free disk space', async () => {
    await pack(withDatabase(zip => zip.addBuffer(Buffer.alloc(10_000_000), 'storage/zeros')))
    await expect(unpack(5_000_000)).rejects.toThrow('only 5000000 bytes are free')
    expect(await readdir(folder)).toEqual([])
  })

  test('rejects an archive whose content is larger than its declared size', async () => {
    const [size, less] = [Buffer.alloc(4), Buffer.alloc(4)]
    size.writeUInt32LE(10_000_001)
    less.writeUInt32LE(100)
    await packPatched(
      withDatabase(zip => zip.addBuffer(Buffer.alloc(10_000_001), 'storage/zeros')),
      size,
      less,
    )
    await expect(unpack(5_000_000)).rejects.toThrow(/too many bytes/)
  })

  test('rejects an archive with two files of the same name, or with a file whose bytes have changed', async () => {
    await pack(
      withDatabase(zip => {
        zip.addBuffer(text, 'storage/a')
        zip.addBuffer(text, 'storage/a')
      }),
    )
    await expect(unpack()).rejects.toThrow('twice')
    await packPatched(
      withDatabase(zip => zip.addBuffer(Buffer.from('the right words'), 'storage/a', { compress: false })),
      'right',
      'wrong',
    )
    await expect(unpack()).rejects.toThrow('"storage/a" in the archive is damaged')
  })

  test('rejects a truncated archive', async () => {
    await pack(withDatabase())
    await writeFile(archive, (await readFile(archive)).subarray(0, -30))
    await expect(inspectArchive({ kind: 'inspect', archive })).rejects.toThrow()
  })
})

import { createWriteStream } from 'node:fs'
import { mkdir, statfs, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import type { Entry, ZipFile } from 'yauzl'
import { requireKnownLayout } from '../db/layout/requireKnownLayout.ts'
import { isReserved } from '../db/layout/reservedNames.ts'
import { flush } from '../files/storage/local/flush.ts'
import { inspectArchive } from './inspectArchive.ts'
import { withArchive } from './readArchive.ts'

/** What is to be unpacked. */
export interface UnpackOrder {
  kind: 'unpack'
  archive: string
  /** A folder that is not there yet. */
  folder: string
  /** Bytes that the content may take; by default what the disk has room for. */
  most?: number
}

/** Bytes of the disk that are left to others. */
const spared = 64 * 1024 * 1024

const freeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize - spared
}

/** Lets bytes through and requires in the end that they are those that were packed. */
const checking = ({ crc32: expected, fileName }: Entry) =>
  async function* (chunks: AsyncIterable<Buffer>) {
    let sum = 0
    for await (const chunk of chunks) {
      sum = crc32(chunk, sum)
      yield chunk
    }
    if (sum !== expected) throw new Error(`${JSON.stringify(fileName)} in the archive is damaged.`)
  }

const unpackFile = async (zip: ZipFile, entry: Entry, path: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true })
  // The library ends with an error once a file is longer than the archive says.
  const content = await zip.openReadStreamPromise(entry)
  await pipeline(content, checking(entry), createWriteStream(path, { flags: 'wx' }))
  const modified = entry.getLastModDate()
  await utimes(path, modified, modified)
}

/** Requires a database that can be read from end to end. Opening it also takes in what its write-ahead log holds. */
const requireSound = (path: string): void => {
  using database = new DatabaseSync(path)
  const [fault] = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {})
  if (fault !== 'ok') throw new Error(`The data.db in the archive is damaged: ${fault}`)
}

const unpackAll = (archive: string, folder: string): Promise<void> =>
  withArchive(archive, async (zip, entries) => {
    for await (const entry of entries) {
      const [root = ''] = entry.fileName.split('/')
      if (isReserved(root) || entry.fileName.endsWith('/')) continue
      await unpackFile(zip, entry, join(folder, entry.fileName))
    }
  })

/**
 * Unpacks a backup into a folder of its own and requires that it holds a data directory that can be served.
 * @throws Error for an archive that is damaged, holds anything but files, is too large, or has no sound data.db of the 0.22 line
 */
export const unpackArchive = async ({ archive, folder, most }: UnpackOrder): Promise<void> => {
  const { hasDatabase, size } = await inspectArchive({ kind: 'inspect', archive })
  if (!hasDatabase) throw new Error('The archive has no data.db.')
  await mkdir(folder, { recursive: true })
  const room = most ?? (await freeBytes(folder))
  if (size > room) throw new Error(`The content of the archive takes ${size} bytes, and there is room for ${room}.`)
  await unpackAll(archive, folder)
  requireKnownLayout(folder)
  const database = join(folder, 'data.db')
  requireSound(database)
  await flush(database)
}

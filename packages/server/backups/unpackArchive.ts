import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, statfs, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import type { Entry, ZipFile } from 'yauzl'
import { isReserved } from '../config/reservedNames.ts'
import { assertDataFile } from './assertDataFile.ts'
import { assertLogFile } from './assertLogFile.ts'
import { Digester } from './Digester.ts'
import { flushTree } from './flushTree.ts'
import { inspectArchive } from './inspectArchive.ts'
import { Manifest, manifestName } from './manifest.ts'
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

/** Passes bytes through; throws at the end if they are not those that were packed. */
const checking = ({ crc32: expected, fileName }: Entry, manifest: Manifest | undefined) =>
  async function* (chunks: AsyncIterable<Buffer>) {
    let sum = 0
    const digester = new Digester()
    for await (const chunk of chunks) {
      sum = crc32(chunk, sum)
      if (manifest) digester.update(chunk)
      yield chunk
    }
    if (sum !== expected) throw new Error(`${JSON.stringify(fileName)} in the archive is damaged.`)
    manifest?.assertFile(fileName, digester.digest())
  }

const unpackFile = async (zip: ZipFile, entry: Entry, path: string, manifest: Manifest | undefined): Promise<void> => {
  await mkdir(dirname(path), { recursive: true })
  // The library ends with an error once a file is longer than the archive says.
  const content = await zip.openReadStreamPromise(entry)
  await pipeline(content, checking(entry, manifest), createWriteStream(path, { flags: 'wx' }))
  const modified = entry.getLastModDate()
  await utimes(path, modified, modified)
}

/** Belongs to the processes that had a database open; SQLite makes it again. */
const isSharedMemory = (name: string): boolean => name === 'data.db-shm' || name === 'logs.db-shm'

/** Archives of 0.22 have no manifest. */
const readManifest = (archive: string): Promise<Manifest | undefined> =>
  withArchive(archive, async (zip, entries) => {
    for await (const entry of entries) {
      if (entry.fileName === manifestName) return Manifest.read(await zip.openReadStreamPromise(entry))
    }
    return undefined
  })

const unpackAll = (archive: string, folder: string, manifest: Manifest | undefined): Promise<void> =>
  withArchive(archive, async (zip, entries) => {
    for await (const entry of entries) {
      const [root = ''] = entry.fileName.split('/')
      if (isReserved(root) || isSharedMemory(root) || entry.fileName.endsWith('/')) continue
      await unpackFile(zip, entry, join(folder, entry.fileName), manifest)
    }
    manifest?.assertComplete()
  })

/**
 * Unpacks a backup into its own folder, asserts that this is a data directory that can be served, and brings all of it to the disk.
 * @throws Error for an archive that is damaged, holds anything but files, is too large, or is not a data directory of the 0.22 line
 */
export const unpackArchive = async ({ archive, folder, most }: UnpackOrder): Promise<void> => {
  const { hasDatabase, size } = await inspectArchive({ kind: 'inspect', archive })
  if (!hasDatabase) throw new Error('The archive has no data.db.')
  await mkdir(folder, { recursive: true })
  const room = most ?? (await freeBytes(folder))
  if (size > room) throw new Error(`The content of the archive takes ${size} bytes, and there is room for ${room}.`)
  await unpackAll(archive, folder, await readManifest(archive))
  assertDataFile(join(folder, 'data.db'))
  const logs = join(folder, 'logs.db')
  if (existsSync(logs)) assertLogFile(logs)
  await flushTree(folder)
}

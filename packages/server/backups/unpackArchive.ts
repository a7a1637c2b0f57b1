import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, readdir, statfs, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import type { Entry, ZipFile } from 'yauzl'
import { isReserved } from '../config/reservedNames.ts'
import { flush } from '../files/storage/local/flush.ts'
import { assertDataFile } from './assertDataFile.ts'
import { assertLogFile } from './assertLogFile.ts'
import { Digester } from './Digester.ts'
import { inspectArchive } from './inspectArchive.ts'
import { Manifest, manifestName } from './manifest.ts'
import { withArchive } from './readArchive.ts'

/** A job that unpacks an archive. */
export interface UnpackJob {
  kind: 'unpack'
  archive: string
  /** Folder to create. */
  folder: string
  /** Maximum unpacked size in bytes; by default, the free disk space. */
  maxBytes?: number
}

/** Bytes of disk space that must stay free. */
const reservedBytes = 64 * 1024 * 1024

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize - reservedBytes
}

/** Creates a transform that passes bytes through, and throws at the end if their checksum or digest differs. */
const verifyChecksum = ({ crc32: expected, fileName }: Entry, manifest: Manifest | undefined) =>
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

async function unpackFile(zip: ZipFile, entry: Entry, path: string, manifest: Manifest | undefined): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  // The library throws as soon as a file exceeds its declared size.
  const content = await zip.openReadStreamPromise(entry)
  await pipeline(content, verifyChecksum(entry, manifest), createWriteStream(path, { flags: 'wx' }))
  const modified = entry.getLastModDate()
  await utimes(path, modified, modified)
}

/** Returns whether a file is a shared-memory file, which SQLite recreates when it opens a database. */
const isSharedMemory = (name: string): boolean => name === 'data.db-shm' || name === 'logs.db-shm'

/** Reads the manifest, if there is one. Archives of PocketBase 0.22 have none. */
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
 * Number of concurrent flushes. The disk combines them: 6,000 files take 1.5 s instead of 5 s. More would occupy the libuv threads that
 * read files for requests; with one processor, there are 8.
 */
const parallelFlushes = 6

/** Waits until a folder and its content survive a power failure. */
async function flushTree(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true })
  const paths = [folder, ...names.map(name => join(folder, name))].values()
  const flushNext = async () => {
    for (const path of paths) await flush(path)
  }
  await Promise.all(Array.from({ length: parallelFlushes }, flushNext))
}

/**
 * Unpacks a backup into a new folder, asserts that it can be served, and flushes it to the disk.
 * @throws Error if the archive is damaged, contains links or devices, is too large, or is not a data directory of the 0.22 line
 */
export async function unpackArchive({ archive, folder, maxBytes }: UnpackJob): Promise<void> {
  const { hasDatabase, size } = await inspectArchive({ kind: 'inspect', archive })
  if (!hasDatabase) throw new Error('The archive has no data.db.')
  await mkdir(folder, { recursive: true })
  const available = maxBytes ?? (await freeBytes(folder))
  if (size > available) throw new Error(`The unpacked archive needs ${size} bytes, but only ${available} bytes are free.`)
  await unpackAll(archive, folder, await readManifest(archive))
  assertDataFile(join(folder, 'data.db'))
  const logs = join(folder, 'logs.db')
  if (existsSync(logs)) assertLogFile(logs)
  await flushTree(folder)
}

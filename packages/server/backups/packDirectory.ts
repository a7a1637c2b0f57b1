import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { ReadStream } from 'node:fs'
import { type FileHandle, open, readdir, realpath } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { isReserved } from '../config/reservedNames.ts'
import { findDamage } from '../db/findDamage.ts'
import { assertDataSchema } from './assertDataFile.ts'
import { Digester, type FileDigest } from './Digester.ts'
import { ManifestWriter, manifestName } from './manifest.ts'

const databases = ['data.db', 'logs.db']

/** In one step, so that it is one state of the database: after a commit in between, SQLite would begin anew, again and again. */
const allPages = 2 ** 31 - 1

/** Bytes after which the archive is brought to the disk. Left to itself, the system writes all of it at once some time, while commits wait. */
const settleEvery = 8 * 1024 * 1024

/** What does not become any smaller. */
const compressed = new Set(['.avif', '.gz', '.jpeg', '.jpg', '.mp3', '.mp4', '.pdf', '.png', '.webm', '.webp', '.zip', '.zst'])

/** Copies a database and checks the copy, so that a damaged database never becomes the newest backup. */
const copyDatabase = async (path: string, target: string): Promise<void> => {
  using database = new DatabaseSync(path, { readOnly: true, timeout: 10_000 })
  await backup(database, target, { rate: allPages })
  using copy = new DatabaseSync(target, { readOnly: true })
  const damage = findDamage(copy)
  if (damage !== undefined)
    throw new Error(
      `${basename(path)} is damaged, so no backup of it was made. Restore the last good one. SQLite says: ${damage}`,
    )
}

/** Undefined for one that has been removed since it was listed. */
const openFile = (path: string): Promise<FileHandle | undefined> =>
  open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

/** Asserts that a restore would accept a copy, so that nobody finds out only when the backup is needed. */
const assertRestorable = (copy: string): void => {
  using database = new DatabaseSync(copy, { readOnly: true, enableDoubleQuotedStringLiterals: true })
  try {
    assertDataSchema(database)
  } catch (error) {
    throw new Error(`No backup was made, because it could not be restored: data.db ${(error as Error).message}`, { cause: error })
  }
}

/** An archive that is being written, and what goes into its manifest. */
interface Packing {
  zip: ZipFile
  manifest: ManifestWriter
}

/** Adds a file to the archive; resolves to what was read of it, or undefined if it has been removed. */
const packFile = async (zip: ZipFile, path: string, name: string): Promise<FileDigest | undefined> => {
  const file = await openFile(path)
  if (!file) return
  const { mtime, mode } = await file.stat()
  const options = { mtime, mode, compressionLevel: compressed.has(extname(name).toLowerCase()) ? 0 : 1 }
  const stream = file.createReadStream()
  const digester = new Digester()
  const closed = once(stream, 'close')
  let added: (() => ReadStream) | undefined = () => stream.on('data', chunk => digester.update(chunk as Buffer))
  zip.addReadStreamLazy(name, options, give => {
    if (added) give(null, added())
    // The archive keeps this function to its end, and with it what it knows: that is not to be a stream for each file.
    added = undefined
  })
  // One after the other: there may be more files than a process may have open.
  await closed
  return digester.digest()
}

const addFile = async ({ zip, manifest }: Packing, path: string, name: string): Promise<void> => {
  const digest = await packFile(zip, path, name)
  if (digest) await manifest.add(name, digest)
}

const addFolder = async (packing: Packing, path: string, prefix: string): Promise<void> => {
  for (const entry of await readdir(path, { withFileTypes: true }).catch(() => [])) {
    const name = prefix + entry.name
    if (entry.isDirectory()) await addFolder(packing, join(path, entry.name), `${name}/`)
    else if (entry.isFile()) await addFile(packing, join(path, entry.name), name)
  }
}

/** Of the databases there are copies, and what lies beside them belongs to them. */
const isDatabase = (name: string): boolean => databases.some(database => name === database || name.startsWith(`${database}-`))

const addAll = async (packing: Packing, dataDir: string, copies: string): Promise<void> => {
  for (const name of databases) await addFile(packing, join(copies, name), name)
  for (const entry of await readdir(dataDir, { withFileTypes: true })) {
    if (isReserved(entry.name) || isDatabase(entry.name)) continue
    const path = join(dataDir, entry.name)
    // The files may lie on another disk.
    if (entry.isSymbolicLink() && entry.name === 'storage') await addFolder(packing, await realpath(path), 'storage/')
    else if (entry.isDirectory()) await addFolder(packing, path, `${entry.name}/`)
    else if (entry.isFile()) await addFile(packing, path, entry.name)
  }
  await packFile(packing.zip, await packing.manifest.finish(), manifestName)
  packing.zip.end()
}

/** What is to be packed. */
export interface PackOrder {
  kind: 'pack'
  dataDir: string
  /** An empty folder for the copies of the databases. */
  copies: string
  /** Where the archive is to lie. */
  target: string
}

/** Digests of a packed archive. */
export interface PackedArchive {
  /** In base64, as descriptions of files contain it. */
  md5: string
  /** In hex, to verify what was stored. */
  sha256: string
}

/** Writes an archive to a new file. */
const writeArchive = async (zip: ZipFile, target: string): Promise<PackedArchive> => {
  const [md5, sha256] = [createHash('md5'), createHash('sha256')]
  const file = await open(target, 'wx')
  await pipeline(
    zip.outputStream,
    async function* (pieces: AsyncIterable<Buffer>) {
      let unsettled = 0
      for await (const piece of pieces) {
        md5.update(piece)
        sha256.update(piece)
        unsettled += piece.length
        if (unsettled >= settleEvery) {
          unsettled = 0
          await file.datasync()
        }
        yield piece
      }
    },
    file.createWriteStream({ flush: true }),
  )
  return { md5: md5.digest('base64'), sha256: sha256.digest('hex') }
}

/**
 * Packs a data directory that is in use, in the layout of 0.22 and with a manifest. Of the databases it holds one state; files of records
 * may be removed only after it is done, so that all that this state names are there.
 * @throws Error for a database that is damaged, and for one that a restore would reject
 */
export const packDirectory = async ({ dataDir, copies, target }: PackOrder): Promise<PackedArchive> => {
  for (const name of databases) await copyDatabase(join(dataDir, name), join(copies, name))
  assertRestorable(join(copies, 'data.db'))
  const zip = new ZipFile()
  const failed = once(zip, 'error').then(([error]) => Promise.reject(error))
  const manifest = await ManifestWriter.create(join(copies, 'manifest'))
  const added = addAll({ zip, manifest }, dataDir, copies)
  const [packed] = await Promise.race([failed, Promise.all([writeArchive(zip, target), added])])
  return packed
}

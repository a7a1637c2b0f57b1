import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { ReadStream } from 'node:fs'
import { type FileHandle, open, readdir, realpath } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { isReserved } from '../config/reservedNames.ts'
import { databaseFiles, filesIn, isDatabaseFile } from '../dataDirectory/move/DatabaseFiles.ts'
import { serverTables } from '../db/serverTables.ts'
import { findDamageOfFile } from '../db/sqlite/findDamage.ts'
import { assertDataSchema } from './assertDataFile.ts'
import { Digester, type FileDigest } from './Digester.ts'
import { ManifestWriter, manifestName } from './manifest.ts'

/** Copies all pages in one step: with several steps, SQLite would start over after each commit in between. */
const allPages = 2 ** 31 - 1

/** Number of bytes after which the archive is flushed. Otherwise the system would write all of it at once, while commits wait. */
const flushIntervalBytes = 8 * 1024 * 1024

/** Extensions of files that are already compressed. */
const compressedExtensions = new Set([
  '.avif',
  '.gz',
  '.jpeg',
  '.jpg',
  '.mp3',
  '.mp4',
  '.pdf',
  '.png',
  '.webm',
  '.webp',
  '.zip',
  '.zst',
])

/** Copies a database and checks the copy, so that a damaged database never becomes the newest backup. */
async function copyDatabase(path: string, target: string): Promise<void> {
  using database = new DatabaseSync(path, { readOnly: true, timeout: 10_000 })
  await backup(database, target, { rate: allPages })
  const damage = findDamageOfFile(target)
  if (damage !== undefined)
    throw new Error(
      `${basename(path)} is damaged, so no backup was created. Restore the last good backup. SQLite reports: ${damage}`,
    )
}

/** Opens a file; undefined if it has been removed since it was listed. */
const openFile = (path: string): Promise<FileHandle | undefined> =>
  open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

/** Writes the state of a PostgreSQL database at one moment to files. */
async function exportDatabase(database: string, folder: string): Promise<void> {
  const { exportSnapshot } = await import('../dataDirectory/move/exportSnapshot.ts')
  const { compared } = await exportSnapshot(database, filesIn(folder))
  const different = compared.filter(({ isEqual }) => !isEqual).map(({ table }) => table)
  if (different.length > 0)
    throw new Error(`No backup was created, because the copies of these tables differ: ${different.join(', ')}.`)
}

/** Asserts that a restore would accept a copy, so that problems are found before the backup is needed. */
function assertRestorable(copy: string): void {
  using database = new DatabaseSync(copy, { readOnly: true, enableDoubleQuotedStringLiterals: true })
  try {
    assertDataSchema(database)
  } catch (error) {
    throw new Error(`No backup was created, because it could not be restored: data.db ${(error as Error).message}`, {
      cause: error,
    })
  }
}

/**
 * Removes from a copy the mails and messages of web hooks that wait to be sent, which a restored copy must not send again, and the
 * counts of attempts, which are outdated after minutes.
 */
function removeTransientRows(copy: string): void {
  using database = new DatabaseSync(copy)
  for (const { name, isTransient } of serverTables)
    if (isTransient && database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(name))
      database.exec(`DELETE FROM ${name}`)
}

/** An archive and a manifest that are being written. */
interface Packing {
  zip: ZipFile
  manifest: ManifestWriter
}

/** Adds a file to the archive. Resolves to its digest, or to undefined if it has been removed. */
async function packFile(zip: ZipFile, path: string, name: string): Promise<FileDigest | undefined> {
  const file = await openFile(path)
  if (!file) return
  const { mtime, mode } = await file.stat()
  const options = { mtime, mode, compressionLevel: compressedExtensions.has(extname(name).toLowerCase()) ? 0 : 1 }
  const stream = file.createReadStream()
  const digester = new Digester()
  const closed = once(stream, 'close')
  let added: (() => ReadStream) | undefined = () => stream.on('data', chunk => digester.update(chunk as Buffer))
  zip.addReadStreamLazy(name, options, give => {
    if (added) give(null, added())
    // The archive retains this callback until it ends, so the callback must not retain the stream.
    added = undefined
  })
  // Files are added one after the other, because a process can only open a limited number.
  await closed
  return digester.digest()
}

async function addFile({ zip, manifest }: Packing, path: string, name: string): Promise<void> {
  const digest = await packFile(zip, path, name)
  if (digest) await manifest.add(name, digest)
}

async function addFolder(packing: Packing, path: string, prefix: string): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true }).catch(() => [])) {
    const name = prefix + entry.name
    if (entry.isDirectory()) await addFolder(packing, join(path, entry.name), `${name}/`)
    else if (entry.isFile()) await addFile(packing, join(path, entry.name), name)
  }
}

async function addAll(packing: Packing, dataDir: string, copies: string): Promise<void> {
  for (const name of databaseFiles) await addFile(packing, join(copies, name), name)
  for (const entry of await readdir(dataDir, { withFileTypes: true })) {
    if (isReserved(entry.name) || isDatabaseFile(entry.name)) continue
    const path = join(dataDir, entry.name)
    // The storage folder can be a link to another disk.
    if (entry.isSymbolicLink() && entry.name === 'storage') await addFolder(packing, await realpath(path), 'storage/')
    else if (entry.isDirectory()) await addFolder(packing, path, `${entry.name}/`)
    else if (entry.isFile()) await addFile(packing, path, entry.name)
  }
  await packFile(packing.zip, await packing.manifest.finish(), manifestName)
  packing.zip.end()
}

/** A job that packs a data directory. */
export interface PackJob {
  kind: 'pack'
  dataDir: string
  /** The address of the PostgreSQL database; undefined for SQLite files in the data directory. */
  database?: string | undefined
  /** Empty folder for the copies of the databases. */
  copies: string
  /** Path of the new archive. */
  target: string
}

/** Digests of a packed archive. */
export interface PackedArchive {
  /** MD5 in base64, as stored in file attributes. */
  md5: string
  /** SHA-256 in hexadecimal, to verify the stored archive. */
  sha256: string
}

/** Writes an archive to a new file. */
async function writeArchive(zip: ZipFile, target: string): Promise<PackedArchive> {
  const [md5, sha256] = [createHash('md5'), createHash('sha256')]
  const file = await open(target, 'wx')
  await pipeline(
    zip.outputStream,
    async function* (chunks: AsyncIterable<Buffer>) {
      let unflushedBytes = 0
      for await (const chunk of chunks) {
        md5.update(chunk)
        sha256.update(chunk)
        unflushedBytes += chunk.length
        if (unflushedBytes >= flushIntervalBytes) {
          unflushedBytes = 0
          await file.datasync()
        }
        yield chunk
      }
    },
    file.createWriteStream({ flush: true }),
  )
  return { md5: md5.digest('base64'), sha256: sha256.digest('hex') }
}

/**
 * Packs a data directory that is in use, in the layout of PocketBase 0.22 and with a manifest. The databases are copied first, so no files
 * of records must be removed until it is done.
 * @throws Error if a database is damaged, or if a restore would reject it
 */
export async function packDirectory({ dataDir, database, copies, target }: PackJob): Promise<PackedArchive> {
  if (database !== undefined) await exportDatabase(database, copies)
  else for (const name of databaseFiles) await copyDatabase(join(dataDir, name), join(copies, name))
  removeTransientRows(join(copies, 'data.db'))
  assertRestorable(join(copies, 'data.db'))
  const zip = new ZipFile()
  const failed = once(zip, 'error').then(([error]) => Promise.reject(error))
  const manifest = await ManifestWriter.create(join(copies, 'manifest'))
  const added = addAll({ zip, manifest }, dataDir, copies)
  const [packed] = await Promise.race([failed, Promise.all([writeArchive(zip, target), added])])
  return packed
}

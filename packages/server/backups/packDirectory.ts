import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { ReadStream } from 'node:fs'
import { type FileHandle, open, readdir, realpath } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { isReserved } from '../db/layout/reservedNames.ts'

const databases = ['data.db', 'logs.db']

/** In one step, so that it is one state of the database: after a commit in between, SQLite would begin anew, again and again. */
const allPages = 2 ** 31 - 1

/** Bytes after which the archive is brought to the disk. Left to itself, the system writes all of it at once some time, while commits wait. */
const settleEvery = 8 * 1024 * 1024

/** What does not become any smaller. */
const compressed = new Set(['.avif', '.gz', '.jpeg', '.jpg', '.mp3', '.mp4', '.pdf', '.png', '.webm', '.webp', '.zip', '.zst'])

const copyDatabase = async (path: string, target: string): Promise<void> => {
  using database = new DatabaseSync(path, { readOnly: true, timeout: 10_000 })
  await backup(database, target, { rate: allPages })
}

/** Undefined for one that has been removed since it was listed. */
const openFile = (path: string): Promise<FileHandle | undefined> =>
  open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

const addFile = async (zip: ZipFile, path: string, name: string): Promise<void> => {
  const file = await openFile(path)
  if (!file) return
  const { mtime, mode } = await file.stat()
  const options = { mtime, mode, compressionLevel: compressed.has(extname(name).toLowerCase()) ? 0 : 1 }
  let stream: ReadStream | undefined = file.createReadStream()
  const closed = once(stream, 'close')
  zip.addReadStreamLazy(name, options, give => {
    if (stream) give(null, stream)
    // The archive keeps this function to its end, and with it what it knows: that is not to be a stream for each file.
    stream = undefined
  })
  // One after the other: there may be more files than a process may have open.
  await closed
}

const addFolder = async (zip: ZipFile, path: string, prefix: string): Promise<void> => {
  for (const entry of await readdir(path, { withFileTypes: true }).catch(() => [])) {
    const name = prefix + entry.name
    if (entry.isDirectory()) await addFolder(zip, join(path, entry.name), `${name}/`)
    else if (entry.isFile()) await addFile(zip, join(path, entry.name), name)
  }
}

/** Of the databases there are copies, and what lies beside them belongs to them. */
const isDatabase = (name: string): boolean => databases.some(database => name === database || name.startsWith(`${database}-`))

const addAll = async (zip: ZipFile, dataDir: string, copies: string): Promise<void> => {
  for (const name of databases) await addFile(zip, join(copies, name), name)
  for (const entry of await readdir(dataDir, { withFileTypes: true })) {
    if (isReserved(entry.name) || isDatabase(entry.name)) continue
    const path = join(dataDir, entry.name)
    // The files may lie on another disk.
    if (entry.isSymbolicLink() && entry.name === 'storage') await addFolder(zip, await realpath(path), 'storage/')
    else if (entry.isDirectory()) await addFolder(zip, path, `${entry.name}/`)
    else if (entry.isFile()) await addFile(zip, path, entry.name)
  }
  zip.end()
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

/** Writes an archive to a new file; gives its digest in base64. */
const writeArchive = async (zip: ZipFile, target: string): Promise<string> => {
  const hash = createHash('md5')
  const file = await open(target, 'wx')
  await pipeline(
    zip.outputStream,
    async function* (pieces: AsyncIterable<Buffer>) {
      let unsettled = 0
      for await (const piece of pieces) {
        hash.update(piece)
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
  return hash.digest('base64')
}

/**
 * Packs a data directory that is in use, in the layout of 0.22. Of the databases it holds one state; files of records may be removed
 * only after it is done, so that all that this state names are there. Gives the digest of the archive in base64.
 */
export const packDirectory = async ({ dataDir, copies, target }: PackOrder): Promise<string> => {
  for (const name of databases) await copyDatabase(join(dataDir, name), join(copies, name))
  const zip = new ZipFile()
  const failed = once(zip, 'error').then(([error]) => Promise.reject(error))
  const [digest] = await Promise.race([failed, Promise.all([writeArchive(zip, target), addAll(zip, dataDir, copies)])])
  return digest
}

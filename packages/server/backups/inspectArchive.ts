import { stat } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import type { Entry, ZipFile } from 'yauzl'
import { ArchiveNames } from './ArchiveNames.ts'
import { withArchive } from './readArchive.ts'

const sqliteHead = Buffer.from('SQLite format 3\0')

async function beginsAsSqlite(zip: ZipFile, entry: Entry): Promise<boolean> {
  const stream = await zip.openReadStreamPromise(entry)
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= sqliteHead.length) break
  }
  stream.destroy()
  await finished(stream).catch(() => undefined)
  return Buffer.concat(chunks).subarray(0, sqliteHead.length).equals(sqliteHead)
}

/** A job that inspects an archive. */
export interface InspectJob {
  kind: 'inspect'
  archive: string
}

/** Information from the directory of an archive. */
export interface ArchiveContent {
  hasDatabase: boolean
  /** Unpacked size in bytes. */
  size: number
}

/** Returns whether a file is a rollback journal: SQLite would roll back changes with it, and delete a file that it names. */
const isRollbackJournal = (name: string): boolean => /^(data|logs)\.db-(journal|mj)/i.test(name)

/**
 * Inspects an archive without unpacking it.
 * @throws Error if it cannot be read, if entries overlap or conflict, or if it contains anything that backups do not contain
 */
export function inspectArchive({ archive }: InspectJob): Promise<ArchiveContent> {
  return withArchive(archive, async (zip, entries) => {
    const names = new ArchiveNames()
    let hasDatabase = false
    let size = 0
    let compressedSize = 0
    for await (const entry of entries) {
      names.add(entry.fileName)
      if (isRollbackJournal(entry.fileName)) throw new Error(`The archive contains the rollback journal ${entry.fileName}.`)
      size += entry.uncompressedSize
      compressedSize += entry.compressedSize
      if (entry.fileName !== 'data.db') continue
      if (!(await beginsAsSqlite(zip, entry))) throw new Error('The data.db in the archive is not an SQLite database.')
      hasDatabase = true
    }
    if (compressedSize > (await stat(archive)).size) throw new Error('Files in the archive overlap each other.')
    return { hasDatabase, size }
  })
}

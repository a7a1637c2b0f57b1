import { stat } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import type { Entry, ZipFile } from 'yauzl'
import { ArchiveNames } from './ArchiveNames.ts'
import { withArchive } from './readArchive.ts'

const sqliteHead = Buffer.from('SQLite format 3\0')

const beginsAsSqlite = async (zip: ZipFile, entry: Entry): Promise<boolean> => {
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

/** What is to be looked at. */
export interface InspectOrder {
  kind: 'inspect'
  archive: string
}

/** What an archive says of itself. */
export interface ArchiveContent {
  hasDatabase: boolean
  /** Bytes of all that it holds, unpacked. */
  size: number
}

/** SQLite would undo with it what a transaction had changed, and delete a file whose name stands in it. */
const isRollbackJournal = (name: string): boolean => /^(data|logs)\.db-(journal|mj)/i.test(name)

/**
 * Looks through an archive without unpacking it.
 * @throws Error for one that cannot be read, for entries that overlap or get in each other's way, and for anything that no backup has
 */
export const inspectArchive = ({ archive }: InspectOrder): Promise<ArchiveContent> =>
  withArchive(archive, async (zip, entries) => {
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
      if (!(await beginsAsSqlite(zip, entry))) throw new Error('The data.db in the archive is no SQLite database.')
      hasDatabase = true
    }
    if (compressedSize > (await stat(archive)).size) throw new Error('Files in the archive overlap each other.')
    return { hasDatabase, size }
  })

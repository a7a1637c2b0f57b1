import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { withArchive } from '../../packages/server/backups/readArchive.ts'

/** The content of a backup. */
export interface BackupContent {
  /** The entries of its top level. */
  layout: string
  files: number
  /** The result of SQLite's integrity check of each database, `ok` if it is intact. */
  integrity: string
  /** The number of records created over HTTP, and the position of the last one among these. */
  rows: number
  lastRow: number
}

/** Unpacks the databases of a backup into a folder and inspects them. */
export async function inspectBackup(archive: string, folder: string): Promise<BackupContent> {
  const level = new Set<string>()
  let files = 0
  await withArchive(archive, async (zip, entries) => {
    for await (const entry of entries) {
      level.add(entry.fileName.replace(/\/.*/, '/'))
      files += 1
      if (!entry.fileName.endsWith('.db')) continue
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(join(folder, entry.fileName)))
    }
  })
  using database = new DatabaseSync(join(folder, 'data.db'), { returnArrays: true })
  using log = new DatabaseSync(join(folder, 'logs.db'), { returnArrays: true })
  const check = (some: DatabaseSync) => String(some.prepare('PRAGMA integrity_check').get())
  const first = "SELECT MAX(rowid) FROM scratch WHERE id LIKE 'filler%'"
  const made = database.prepare(`SELECT COUNT(*), MAX(rowid) - (${first}) FROM scratch WHERE rowid > (${first})`)
  const [rows, lastRow] = made.get() as unknown as number[]
  return {
    layout: [...level].sort().join(', '),
    files,
    integrity: [...new Set([check(database), check(log)])].join(', '),
    rows: Number(rows),
    lastRow: Number(lastRow),
  }
}

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { queryDatabase } from './queryDatabase.ts'

export interface Snapshot {
  /** The rows of each table as text, in the order of their ids. */
  rows: Record<string, string[]>
  /** The stored files below each collection's folder, each with a hash of its content. */
  files: Record<string, string>
}

const hash = (path: string): string => createHash('sha1').update(readFileSync(path)).digest('hex')

const listFiles = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .sort()
        .filter(name => statSync(join(folder, name)).isFile())
    : []

/** What a data directory holds of some collections: to compare before and after a request that must not change anything. */
export function takeSnapshot(dataDir: string, collections: readonly { id: string; name: string }[]): Snapshot {
  const snapshot: Snapshot = { rows: {}, files: {} }
  for (const { id, name } of collections) {
    snapshot.rows[name] = queryDatabase(dataDir, 'data', `SELECT * FROM \`${name}\` ORDER BY id`).map(row => JSON.stringify(row))
    const folder = join(dataDir, 'storage', id)
    for (const file of listFiles(folder)) snapshot.files[`${id}/${file}`] = hash(join(folder, file))
  }
  return snapshot
}

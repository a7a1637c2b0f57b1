import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { backupsFolder } from '../config/reservedNames.ts'

function hasContent(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats?.isDirectory()) return stats !== undefined && stats.size > 0
  return readdirSync(path).length > 0
}

/** Returns the newest archive in the folder of backups. */
function newestBackup(dataDir: string): string | undefined {
  const folder = join(dataDir, backupsFolder)
  if (!hasContent(folder)) return undefined
  const archives = readdirSync(folder).filter(name => name.endsWith('.zip'))
  const [newest] = archives
    .map(name => ({ name, time: statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((one, other) => other.time - one.time)
  return newest && `${backupsFolder}/${newest.name}`
}

/**
 * Rejects a directory that has files of an instance but not its database: with a new database the data would seem lost, and files
 * and backups would eventually be removed.
 * @throws Error with a sentence for the command line
 */
export function requireDataFile(dataDir: string): void {
  if (['data.db', 'data.db-wal'].some(name => hasContent(join(dataDir, name)))) return
  const present = ['storage', backupsFolder, 'logs.db'].filter(name => hasContent(join(dataDir, name)))
  if (present.length === 0) return
  const newest = newestBackup(dataDir)
  const source = newest ? `Put it back, or unpack it from the newest backup, ${newest}.` : 'Put it back.'
  throw new Error(
    `${dataDir} has ${present.join(', ')} of an instance, but no data.db. ${source} To start with an empty database beside these files, add --newDatabase.`,
  )
}

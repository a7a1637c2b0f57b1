import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config/config.ts'
import { temporaryFolder } from './config/reservedNames.ts'
import type { Reader } from './db/engine.ts'
import { SqliteReader } from './db/SqliteReader.ts'
import { name, sql } from './db/sql.ts'
import { chooseStorage } from './files/storage/chooseStorage.ts'
import { placedList } from './files/uploads/storeUploads.ts'
import { loadSettings } from './settings/loadSettings.ts'

const readKeys = async (path: string): Promise<string[]> => {
  try {
    const keys: unknown = JSON.parse(await readFile(path, 'utf8'))
    return Array.isArray(keys) ? keys.filter(key => typeof key === 'string') : []
  } catch {
    // Without a list, or with half of one, nothing was stored yet.
    return []
  }
}

/** The keys that requests of an earlier run were storing when it ended. */
const placedKeys = async (folder: string): Promise<string[]> => {
  const requests = await readdir(folder).catch(() => [])
  return (await Promise.all(requests.map(request => readKeys(join(folder, request, placedList))))).flat()
}

/** Whether the record that a key belongs to names the file. */
const isClaimed = async (reader: Reader, key: string): Promise<boolean> => {
  const [collectionId = '', recordId = '', file = ''] = key.split('/')
  const table = (await reader.row(sql`SELECT name FROM _collections WHERE id = ${collectionId}`))?.[0]
  if (typeof table !== 'string') return false
  const row = await reader.row(sql`SELECT * FROM ${name(table)} WHERE id = ${recordId}`)
  return row?.some(value => typeof value === 'string' && value.includes(file)) ?? false
}

/** Removes files that the last run stored for records and that no record names: the run was killed before it answered their requests. */
const removeOrphans = async (config: Config, folder: string): Promise<void> => {
  const keys = await placedKeys(folder)
  if (keys.length === 0) return
  const reader = new SqliteReader(join(config.dataDir, 'data.db'))
  try {
    const { s3 } = await loadSettings(reader, config.encryptionKey)
    const storage = chooseStorage(config)(s3)
    for (const key of keys) if (!(await isClaimed(reader, key))) await storage.remove(key)
  } catch {
    // Files without a record do no harm.
  } finally {
    await reader.close()
  }
}

/**
 * Removes the uploads of earlier runs: those stored for records that do not name them, and the temporary files of all requests.
 * Must run before anything else uses the data directory. It reports no error of the database; opening that is a later step.
 */
export const removeOrphanedUploads = async (config: Config): Promise<void> => {
  const folder = join(config.dataDir, temporaryFolder)
  await removeOrphans(config, folder)
  await rm(folder, { recursive: true, force: true })
}

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import type { Reader } from '../../db/engine.ts'
import { SqliteReader } from '../../db/SqliteReader.ts'
import { name, sql } from '../../db/sql.ts'
import { loadSettings } from '../../settings/loadSettings.ts'
import { chooseStorage } from '../storage/chooseStorage.ts'
import { placedList } from './storeUploads.ts'

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

/**
 * Removes files that were stored for records when the last run was killed, and that no record names: their requests were never
 * answered. To be called before anybody else uses the data directory; whether that can be opened at all is told later.
 * @param folder where the uploads of that run are left
 */
export const discardUnclaimed = async (config: Config, folder: string): Promise<void> => {
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

import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { temporaryFolder } from '../config/reservedNames.ts'
import type { Reader } from '../db/engine.ts'
import { name, sql } from '../db/sql.ts'
import { chooseStorage } from '../files/storage/chooseStorage.ts'
import { uploadListName } from '../files/uploads/storeUploads.ts'
import { loadSettings } from '../settings/storedSettings.ts'

async function readKeys(path: string): Promise<string[]> {
  try {
    const keys: unknown = JSON.parse(await readFile(path, 'utf8'))
    return Array.isArray(keys) ? keys.filter(key => typeof key === 'string') : []
  } catch {
    // If the list is missing or incomplete, nothing was stored yet.
    return []
  }
}

/** Returns the storage keys that requests of an earlier run were writing when it ended. */
async function listedKeys(folder: string): Promise<string[]> {
  const requests = await readdir(folder).catch(() => [])
  return (await Promise.all(requests.map(request => readKeys(join(folder, request, uploadListName))))).flat()
}

/** Whether the record of a storage key refers to the file. */
async function isReferenced(reader: Reader, key: string): Promise<boolean> {
  const [collectionId = '', recordId = '', file = ''] = key.split('/')
  const table = (await reader.row(sql`SELECT name FROM ${name('_collections')} WHERE id = ${collectionId}`))?.[0]
  if (typeof table !== 'string') return false
  const row = await reader.row(sql`SELECT * FROM ${name(table)} WHERE id = ${recordId}`)
  return row?.some(value => typeof value === 'string' && value.includes(file)) ?? false
}

/** Removes files that the last run stored without a record, because it was killed before it finished their requests. */
async function removeOrphans(config: Config, folder: string): Promise<void> {
  const keys = await listedKeys(folder)
  if (keys.length === 0) return
  // Loaded on demand, because most starts find no files, and the main thread uses no database otherwise.
  const { openInstallation } = await import('../dataDirectory/openInstallation.ts')
  const reader = await openInstallation(config).openReader({ schemaVersion: () => 0 })
  try {
    const { s3 } = await loadSettings(reader, config.encryptionKey, config.fixedSettings)
    const storage = chooseStorage(config)(s3)
    for (const key of keys) if (!(await isReferenced(reader, key))) await storage.remove(key)
  } catch {
    // Orphaned files are harmless.
  } finally {
    await reader.close()
  }
}

/**
 * Removes the uploads of earlier runs: stored files that no record refers to, and the temporary files of all requests. Must run
 * before anything else uses the data directory. It ignores database errors, which opening the database reports later.
 */
export async function removeOrphanedUploads(config: Config): Promise<void> {
  const folder = join(config.dataDir, temporaryFolder)
  await removeOrphans(config, folder)
  await rm(folder, { recursive: true, force: true })
}

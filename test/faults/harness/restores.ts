import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { askApi, type RequestOptions } from '../../harness/askApi.ts'
import type { RunningCoffer } from '../../harness/coffer.ts'
import { queryDatabase } from '../../harness/queryDatabase.ts'
import { signToken } from '../../harness/signToken.ts'
import type { FaultyCoffer } from './faultyCoffer.ts'

/** The name of a record that no backup contains. */
const late = 'after the backup'

/** Sends a request as the admin. */
function asAdmin(faulty: FaultyCoffer, { port }: RunningCoffer) {
  const token = signToken(faulty.dataDir, 'auth', 'admin')
  return (method: string, path: string, requestOptions: RequestOptions = {}) =>
    askApi(port, method, path, { token, ...requestOptions })
}

/** Starts a server with a record that no backup contains. */
export async function startWithLateRecord(faulty: FaultyCoffer): Promise<RunningCoffer> {
  const coffer = await faulty.start()
  const { status } = await asAdmin(faulty, coffer)('POST', '/api/collections/tags/records', { body: { name: late } })
  expect(status).toBe(200)
  return coffer
}

/** Restores the backup of the sample; the status is 0 if the server is killed before it responds. */
export function restore(faulty: FaultyCoffer, coffer: RunningCoffer) {
  return asAdmin(faulty, coffer)('POST', '/api/backups/magazine_backup.zip/restore').catch(() => ({
    status: 0,
    json: { message: '' },
  }))
}

/** Returns whether no restore is running. */
export async function canBackup({ port }: RunningCoffer): Promise<boolean> {
  const { json } = await askApi(port, 'GET', '/api/health')
  return (json.data as { canBackup: boolean }).canBackup
}

/** Returns whether a directory has the old or the new data, after checking its integrity. */
export function dataIn({ dataDir }: FaultyCoffer): 'old' | 'new' {
  for (const file of ['data', 'logs'] as const) expect(queryDatabase(dataDir, file, 'PRAGMA quick_check')).toEqual([['ok']])
  expect(existsSync(join(dataDir, 'storage/mgauthors000001/author000000001/portrait_rViBw8mZCO.jpg'))).toBe(true)
  return queryDatabase(dataDir, 'data', `SELECT 1 FROM tags WHERE name = '${late}'`).length === 1 ? 'old' : 'new'
}

/** Returns whether a server has the record that no backup contains. */
export async function hasLateRecord(faulty: FaultyCoffer, coffer: RunningCoffer): Promise<boolean> {
  const { json } = await asAdmin(faulty, coffer)('GET', `/api/collections/tags/records?filter=(name='${late}')`)
  return json.totalItems === 1
}

/** Returns the result of the last restore, as admins see it. */
export async function outcomeOf(faulty: FaultyCoffer, coffer: RunningCoffer): Promise<unknown> {
  const { json } = await asAdmin(faulty, coffer)('GET', '/api/health')
  return (json.data as { lastRestore?: unknown }).lastRestore
}

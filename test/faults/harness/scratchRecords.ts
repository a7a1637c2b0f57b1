import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { type ApiResponse, askApi } from '../../harness/askApi.ts'
import type { RunningCoffer } from '../../harness/coffer.ts'
import { queryDatabase } from '../../harness/queryDatabase.ts'
import type { FaultyCoffer } from './faultyCoffer.ts'

/** The path of the records of `scratch`, which everybody can create. */
export const scratchRecords = '/api/collections/scratch/records'

/** Creates a record with a text. */
export function post(port: number, t: string): Promise<ApiResponse> {
  return askApi(port, 'POST', scratchRecords, { body: { t } })
}

/** Creates a record and returns its id if the server acknowledges it, else undefined. */
export async function create(port: number, t: string): Promise<string | undefined> {
  const { status, json } = await post(port, t)
  return status === 200 ? String(json.id) : undefined
}

/** Creates records concurrently until the server has acknowledged a number of them. */
export async function createMany(port: number, count: number, size: number, clients = 8): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) {
    const made = await Promise.all(Array.from({ length: clients }, () => create(port, 'x'.repeat(size))))
    const acknowledged = made.filter(id => id !== undefined)
    ids.push(...acknowledged)
    if (acknowledged.length < made.length) await wait(50)
  }
  return ids
}

/** Returns the values of the rows of a query on `data.db`. */
export function columnOf(dataDir: string, sql: string) {
  return queryDatabase(dataDir, 'data', sql).flat()
}

/** Returns how many records of `scratch` begin with a text. */
export function countTexts(dataDir: string, start: string) {
  return columnOf(dataDir, `SELECT count(*) FROM scratch WHERE t LIKE '${start}%'`)[0]
}

/** Simulates a power cut, with the options of `cutPower`, and asserts an intact database with every acknowledged record. */
export async function assertNothingLost(
  faulty: FaultyCoffer,
  coffer: RunningCoffer,
  acknowledged: readonly string[],
  options?: Parameters<FaultyCoffer['cutPower']>[0],
) {
  await coffer.end('SIGKILL')
  faulty.cutPower(options)
  expect(columnOf(faulty.dataDir, 'PRAGMA integrity_check')).toEqual(['ok'])
  const ids = new Set(columnOf(faulty.dataDir, 'SELECT id FROM scratch'))
  expect(
    acknowledged.filter(id => !ids.has(id)),
    `lost of ${acknowledged.length} acknowledged records`,
  ).toEqual([])
}

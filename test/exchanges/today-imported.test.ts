import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { runCoffer } from '../harness/coffer.ts'
import { copySample } from '../harness/copySample.ts'
import { defineExchanges } from './runner/defineExchanges.ts'

/** Imports the sample of PocketBase 0.39, on which the conversations of today were recorded. Returns the new data directory. */
async function importSample(): Promise<string> {
  const { dataDir, remove } = await copySample('magazine39', [], 'sqlite')
  afterAll(remove)
  const to = join(dataDir, '..', 'imported', 'pb_data')
  const { status, stderr } = await runCoffer(['import-pocketbase', dataDir, '--to', to, '--logs'])
  expect([status, stderr]).toEqual([0, ''])
  return to
}

await defineExchanges('today', { imported: await importSample() })

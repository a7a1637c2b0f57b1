import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type RunningCoffer, startCoffer } from './coffer.ts'
import { scratchDir } from './scratchDir.ts'

/** Returns the path of a data directory that does not exist yet. Its folder is removed after the test. */
export function newDataDir(): string {
  const folder = mkdtempSync(join(scratchDir, 'coffer-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  return join(folder, 'pb_data')
}

/** Starts `bin/coffer serve` as `startCoffer` does. The process is killed after the test. */
export async function startForTest(...given: Parameters<typeof startCoffer>): Promise<RunningCoffer> {
  const coffer = await startCoffer(...given)
  onTestFinished(async () => void (await coffer.end('SIGKILL')))
  return coffer
}

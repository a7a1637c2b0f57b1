import { ownValue } from '@coffer/fields/ownValue'
import type { Reader, Transaction } from '../db/engine.ts'
import { loadParam, saveParam } from '../settings/storedParams.ts'

/** The last run of a job. */
export interface JobRun {
  /** When it started, in milliseconds since 1970. */
  started: number
  durationMs: number
  /** The end of its output. */
  output: string
  /** The beginning of the stack of its error, if it has failed. */
  error?: string
}

/** The last runs of jobs by their names. */
export type JobRuns = Record<string, JobRun>

/** The rows of `_params` with the last runs of all jobs, of the folder of hooks and of `pb_hooks`. */
const keys = { hooks: 'cofferJobRuns', pbHooks: 'cofferScriptJobRuns' } as const

type JobFolder = keyof typeof keys

/** Reads the last run of each job. */
export async function loadJobRuns(reader: Reader, folder: JobFolder = 'hooks'): Promise<JobRuns> {
  const json = await loadParam(reader, keys[folder])
  try {
    return json === undefined ? {} : (JSON.parse(json) as JobRuns)
  } catch {
    return {}
  }
}

/**
 * Stores the last run of a job, and forgets jobs that no longer exist. A run that began before the stored one is not the last: another node
 * has run the job in the meantime. A stored run of the future is replaced, because the clock was wrong when it began.
 */
export async function saveJobRun(
  transaction: Transaction,
  job: string,
  run: JobRun,
  known: readonly string[],
  folder: JobFolder = 'hooks',
): Promise<void> {
  const stored = await loadJobRuns(transaction, folder)
  const last = ownValue(stored, job)
  if (last && last.started > run.started && last.started <= Date.now()) return
  const others = Object.entries(stored).filter(([other]) => other !== job && known.includes(other))
  await saveParam(transaction, keys[folder], JSON.stringify(Object.fromEntries([...others, [job, run]])))
}

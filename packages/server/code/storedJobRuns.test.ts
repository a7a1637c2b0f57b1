import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copySample } from '../../../test/harness/copySample.ts'
import { SqliteWriter } from '../db/sqlite/SqliteWriter.ts'
import { type JobRun, loadJobRuns, saveJobRun } from './storedJobRuns.ts'

/** Opens a database. `save` stores a run of a job, and resolves with the runs that are stored then. */
async function openRuns() {
  const copy = await copySample('magazine')
  const db = new SqliteWriter(join(copy.dataDir, 'data.db'))
  onTestFinished(async () => {
    await db.close()
    await copy.remove()
  })
  const save = async (job: string, run: JobRun) => {
    await db.transaction(transaction => saveJobRun(transaction, job, run, ['tidy', 'report']))
    return loadJobRuns(db)
  }
  return { save }
}

const run = (started: number, output: string): JobRun => ({ started, durationMs: 1, output })

test('a run of a job that ends late does not replace the stored run, which began later at another node', async () => {
  const { save } = await openRuns()
  const [early, late] = [run(1_000, 'early'), run(2_000, 'late')]
  expect(await save('tidy', early)).toEqual({ tidy: early })
  expect(await save('tidy', late)).toEqual({ tidy: late })
  expect(await save('tidy', early)).toEqual({ tidy: late })
  expect(await save('report', early)).toEqual({ tidy: late, report: early })
})

test('a stored run of the future is replaced, because the clock was wrong when it began', async () => {
  const { save } = await openRuns()
  const [future, now] = [run(Date.now() + 3_600_000, 'future'), run(Date.now(), 'now')]
  expect(await save('tidy', future)).toEqual({ tidy: future })
  expect(await save('tidy', now)).toEqual({ tidy: now })
})

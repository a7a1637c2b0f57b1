import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallStatistics } from './CallStatistics.ts'
import { Jobs } from './Jobs.ts'
import type { JobOutcome } from './process/messages.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Opens the jobs of a node. `claim` answers its claims and what renews them; they are not claimed if it is absent. `save` runs when a run is stored. */
function openJobs(claim?: () => Promise<boolean>, save = () => undefined) {
  /** The names of the operations, in their order. */
  const log: string[] = []
  const holders = new Set<string>()
  const run = Promise.withResolvers<JobOutcome>()
  const answer = (operation: string, holder: string) => {
    log.push(operation)
    holders.add(holder)
    return claim?.() ?? Promise.resolve(true)
  }
  const claims = claim && {
    claimJob: (_: string, holder: string) => answer('claim', holder),
    renewJob: (_: string, holder: string) => answer('renew', holder),
    releaseJob: async (_: string, holder: string) => {
      log.push('release')
      holders.add(holder)
    },
    claimedJobs: async () => [],
  }
  const jobs = new Jobs({
    host: {
      code: { files: [], hooks: [], routes: [], jobs: [{ name: 'tidy', file: 'jobs.ts', cron: '* * * * *' }] },
      runJob: (_, right) => {
        log.push('run')
        right?.lost?.addEventListener('abort', () => run.reject(right.lost?.reason))
        return run.promise
      },
      statistics: new CallStatistics(),
    },
    store: {
      jobRuns: async () => ({}),
      saveJobRun: async () => {
        save()
        log.push('save')
      },
    },
    warn: (message, error) => log.push(`${message} ${(error as Error).message}`),
    ...(claims && { claims }),
  })
  const end = () => run.resolve({ output: '' })
  const isRunning = async () => (await jobs.list())[0]?.isRunning
  return { jobs, log, holders, end, isRunning }
}

test('a job that runs for longer than its claim lasts is claimed again, and released once by the same holder', async () => {
  const { jobs, log, holders, end } = openJobs(async () => true)
  await jobs.start('tidy')
  await vi.advanceTimersByTimeAsync(40_000)
  expect(log).toEqual(['claim', 'run', 'renew', 'renew'])
  end()
  await jobs.close()
  expect(log.slice(4)).toEqual(['save', 'release'])
  await vi.advanceTimersByTimeAsync(40_000)
  expect(log.length).toBe(6)
  expect(holders.size).toBe(1)

  const restarted = openJobs(async () => true)
  await restarted.jobs.start('tidy')
  expect(new Set([...holders, ...restarted.holders]).size).toBe(2)
})

test('a claim of a job that gets no answer is not sent again', async () => {
  const answers = [Promise.resolve(true)]
  const { jobs, log } = openJobs(() => answers.shift() ?? new Promise(() => undefined))
  await jobs.start('tidy')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(log).toEqual(['claim', 'run', 'renew'])
})

test('a job that another node runs in the meantime is stopped, and its run is stored', async () => {
  const answers = [true, false]
  const { jobs, log } = openJobs(async () => answers.shift() === true)
  await jobs.start('tidy')
  await vi.advanceTimersByTimeAsync(20_000)
  await jobs.close()
  expect(log).toEqual([
    'claim',
    'run',
    'renew',
    expect.stringMatching(/^The job tidy failed\. .*Another node has taken over the job/),
    'save',
    'release',
  ])
})

test('a job is released although its run could not be stored', async () => {
  const { jobs, log, end } = openJobs(
    async () => true,
    () => {
      throw new Error('The disk is full.')
    },
  )
  await jobs.start('tidy')
  end()
  await jobs.close()
  expect(log).toEqual(['claim', 'run', 'The run of the job tidy could not be stored. The disk is full.', 'release'])
})

test('a job that another node runs is not started, and one that cannot be claimed is logged', async () => {
  const { jobs, log, isRunning } = openJobs(async () => false)
  await expect(jobs.start('tidy')).rejects.toThrow('The job tidy is already running.')
  await jobs.close()
  expect([log, await isRunning()]).toEqual([['claim'], false])

  const failing = openJobs(() => Promise.reject(new Error('The database is gone.')))
  failing.jobs.runDue(new Date())
  await expect.poll(() => failing.log).toEqual(['claim', 'The job tidy was not started. The database is gone.'])
  expect(await failing.isRunning()).toBe(false)
})

test('a job whose claim succeeds while the server stops is released without a run', async () => {
  const claimed = Promise.withResolvers<boolean>()
  const { jobs, log } = openJobs(() => claimed.promise)
  jobs.runDue(new Date())
  jobs.stop()
  claimed.resolve(true)
  await jobs.close()
  expect(log).toEqual(['claim', 'release'])
})

test('the jobs of a single server are not claimed', async () => {
  const { jobs, log, end, isRunning } = openJobs()
  await jobs.start('tidy')
  expect([log, await isRunning()]).toEqual([['run'], true])
  end()
  await jobs.close()
  expect(log).toEqual(['run', 'save'])
})

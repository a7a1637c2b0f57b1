import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startCodeServer } from './harness.ts'

const jobs = `
import { schedule } from 'coffer'
schedule('clean up', '0 3 * * *', async ({ data }) => {
  console.log('before %d', (await data.collection('clients').getList(1, 1)).totalItems)
  await data.collection('registry').create({ name: 'cleaned' })
  console.error('after')
})
schedule('failing', '@daily', () => { console.log('so far'); throw new Error('not today') })
schedule('long', '@daily', () => { throw new Error('x'.repeat(100_000)) })
schedule('slow', '30 2 30 2 *', () => new Promise(resolve => setTimeout(resolve, 1_000)))
schedule('hanging', '@daily', () => new Promise(() => {}))`

interface Job {
  name: string
  cron: string
  next: string
  isRunning: boolean
  lastRun: { started: string; durationMs: number; output: string; error: string } | null
}

async function startWithJobs(code = {}, text = jobs) {
  const server = await startCodeServer({ 'jobs.ts': text }, code)
  const job = async (name: string) =>
    ((await server.ask('GET', '/api/code')).json.jobs as Job[]).find(job => job.name === name) as Job
  const run = async (name: string) => (await server.ask('POST', `/api/code/jobs/${encodeURIComponent(name)}/run`)).status
  return { ...server, job, run }
}

test('a job can be run now, and its last run is kept over a restart', async () => {
  const { ask, job, run, stop, start } = await startWithJobs()
  expect(await job('clean up')).toMatchObject({ cron: '0 3 * * *', isRunning: false, lastRun: null })
  expect((await job('clean up')).next).toMatch(/ 03:00:00\.000Z$/)
  expect((await job('slow')).next).toBe('')
  expect(await run('clean up')).toBe(204)
  await vi.waitFor(async () => expect((await job('clean up')).lastRun).toMatchObject({ error: '' }), { timeout: 10_000 })
  expect((await job('clean up')).lastRun?.output).toMatch(/^before \d+\nafter\n$/)
  const { text } = await ask('GET', '/api/collections/registry/records?filter=name="cleaned"')
  expect(JSON.parse(text).totalItems).toBe(1)

  expect(await run('failing')).toBe(204)
  await vi.waitFor(async () => expect((await job('failing')).lastRun).not.toBeNull(), { timeout: 10_000 })
  const before = (await job('failing')).lastRun
  expect(before).toMatchObject({ output: 'so far\n' })
  expect(before?.error).toMatch(/^Error: not today\n +at .*hooks\/jobs\.ts:8:\d+/)
  expect(await run('long')).toBe(204)
  await vi.waitFor(async () => expect((await job('long')).lastRun?.error).toHaveLength(16 * 1024), { timeout: 10_000 })
  await stop()
  await start()
  expect((await job('failing')).lastRun).toEqual(before)
  expect(await run('unknown')).toBe(404)
})

test('a job runs once at a time', async () => {
  const { job, run } = await startWithJobs()
  expect([await run('slow'), await run('slow')]).toEqual([204, 400])
  expect((await job('slow')).isRunning).toBe(true)
  await vi.waitFor(async () => expect((await job('slow')).lastRun).not.toBeNull(), { timeout: 10_000 })
  expect((await job('slow')).lastRun?.durationMs).toBeGreaterThanOrEqual(990)
  expect(await run('slow')).toBe(204)
})

test('a job that does not end in time is stopped with its process', async () => {
  const { job, run, ask } = await startWithJobs({ jobDeadlineMs: 300, processes: 1 })
  await run('hanging')
  await vi.waitFor(async () => expect((await job('hanging')).lastRun?.error).toContain('The job did not end within'), {
    timeout: 10_000,
  })
  await vi.waitFor(async () => expect((await ask('GET', '/api/code')).json.processes).toBe(1), { timeout: 10_000 })
})

test('jobs are started at the times of their schedules', async () => {
  // Only the date is faked: timers are real, as the database needs them.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2030, 0, 1, 2, 59, 59) })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const { job } = await startWithJobs()
  await vi.waitFor(async () => expect((await job('clean up')).lastRun).toMatchObject({ error: '' }), { timeout: 10_000 })
  expect((await job('failing')).lastRun).toBeNull()
})

const untilRecord = `
import { schedule } from 'coffer'
schedule('slow', '30 2 30 2 *', async ({ data }) => {
  while ((await data.collection('registry').getList(1, 1, { filter: 'name = "end"' })).totalItems === 0)
    await new Promise(resolve => setTimeout(resolve, 50))
})
schedule('other', '@daily', () => {})`

test('a running job ends although its file is saved', async () => {
  const deadlineMs = 500
  const { job, run, save, ask } = await startWithJobs({ deadlineMs }, untilRecord)
  await run('slow')
  save('jobs.ts', untilRecord.replace('@daily', '@hourly'))
  await vi.waitFor(async () => expect((await job('other')).cron).toBe('@hourly'), { timeout: 10_000 })
  // Calls that run longer than that end with their process.
  await wait(2 * deadlineMs)
  expect((await job('slow')).isRunning).toBe(true)
  await ask('POST', '/api/collections/registry/records', { name: 'end' })
  await vi.waitFor(async () => expect((await job('slow')).lastRun).toMatchObject({ error: '' }), { timeout: 20_000 })
  expect((await ask('GET', '/api/code')).json.broken).toBeNull()
}, 60_000)

test('a schedule that is not a cron expression is reported when its file is loaded', async () => {
  await expect(
    startCodeServer({ 'jobs.ts': `import { schedule } from 'coffer'; schedule('x', 'daily', () => {})` }),
  ).rejects.toMatchObject({
    cause: { message: 'jobs.ts could not be loaded. The schedule "daily" of the job "x" is invalid.' },
  })
})

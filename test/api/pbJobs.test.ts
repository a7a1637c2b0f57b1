import { expect, test, vi } from 'vitest'
import { openPbHooks } from '../harness/openPbHooks.ts'

const source = `
  cronAdd('count', '0 3 * * *', () => console.log('there are', $app.dao().findRecordsByExpr('tags').length > 0 ? 'tags' : 'none'))
  cronAdd('failing', '30 2 30 2 *', () => { console.log('so far'); throw new Error('not today') })
  cronAdd('long', '@daily', () => { throw new Error('x'.repeat(100000)) })
  cronAdd('slow', '@daily', () => { while (!$app.store().get('released')) sleep(50) })
  routerAdd('POST', '/release', (c) => { $app.store().set('released', true); return c.noContent(204) })`

/** A job of the folder of hooks with the name of one of pb_hooks. */
const ofHooks = `import { schedule } from 'coffer'\nschedule('count', '0 4 * * *', () => {})`

interface Job {
  id: string
  isRunning: boolean
  next: string
  lastRun: { output: string; error: string } | null
}

test('a job of pb_hooks can be run now, in both dialects and beside a job of hooks with its name, and its last run is kept with its output and its error', async () => {
  const { ask } = await openPbHooks(source, { files: { 'hooks/jobs.ts': ofHooks } })
  const job = async (id: string) =>
    ((await ask('GET', '/api/code')).json.scripts as { jobs: Job[] }).jobs.find(other => other.id === id) as Job
  const ended = async (id: string) => {
    await vi.waitFor(async () => expect(await job(id)).toMatchObject({ isRunning: false, lastRun: {} }), { timeout: 20_000 })
    return (await job(id)).lastRun
  }
  expect(await job('count')).toMatchObject({ isRunning: false, next: expect.stringMatching(/ 03:00:00\.000Z$/), lastRun: null })
  expect((await job('failing')).next).toBe('')
  expect((await ask('POST', '/api/code/scripts/jobs/count/run')).status).toBe(204)
  expect(await ended('count')).toMatchObject({ output: 'there are tags\n', error: '' })
  expect((await ask('GET', '/api/code')).json.jobs).toEqual([expect.objectContaining({ name: 'count', lastRun: null })])

  expect(JSON.parse((await ask('GET', '/today/api/crons')).text)).toEqual([
    { id: 'count', expression: '0 4 * * *' },
    { id: 'failing', expression: '30 2 30 2 *' },
    { id: 'long', expression: '@daily' },
    { id: 'slow', expression: '@daily' },
  ])
  expect((await ask('POST', '/today/api/crons/failing')).status).toBe(204)
  const failed = await ended('failing')
  expect(failed).toMatchObject({ output: 'so far\n', error: expect.stringMatching(/Error: not today\n +at .*main\.pb\.js:3/) })

  expect((await ask('POST', '/api/code/scripts/jobs/long/run')).status).toBe(204)
  expect((await ended('long'))?.error).toHaveLength(16 * 1024)

  expect((await ask('POST', '/api/code/scripts/jobs/slow/run')).status).toBe(204)
  expect((await job('slow')).isRunning).toBe(true)
  expect((await ask('POST', '/api/code/scripts/jobs/slow/run')).status).toBe(400)
  expect((await ask('POST', '/release')).status).toBe(204)
  expect(await ended('slow')).toMatchObject({ output: '', error: '' })
  expect((await ask('POST', '/api/code/scripts/jobs/unknown/run')).status).toBe(404)
})

test('a server stops although a job of pb_hooks waits for the only thread', async () => {
  const jobs = `
    cronAdd('endless', '0 3 * * *', () => { console.log('endless runs'); for (;;) sleep(50) })
    cronAdd('waiting', '0 3 * * *', () => {})`
  const { coffer, ask } = await openPbHooks(jobs, { args: ['--hooksPool', '1'] })
  expect((await ask('POST', '/api/code/scripts/jobs/endless/run')).status).toBe(204)
  await expect.poll(coffer.output, { timeout: 20_000 }).toContain('endless runs')
  expect((await ask('POST', '/api/code/scripts/jobs/waiting/run')).status).toBe(204)
  const { status, stderr } = await coffer.end('SIGTERM')
  expect([status, stderr]).toEqual([0, expect.not.stringContaining('Stopping took too long')])
})

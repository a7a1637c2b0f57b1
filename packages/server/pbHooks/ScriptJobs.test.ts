import { expect, test } from 'vitest'
import type { Loaded } from './messages.ts'
import { ScriptJobs } from './ScriptJobs.ts'

const job: Loaded['jobs'][number] = { id: 'job', cron: '@daily', file: 'main.pb.js', line: 1, source: '() => {}' }

test('a job of pb_hooks is running until its run is stored', async () => {
  const saving = Promise.withResolvers<void>()
  const stored = Promise.withResolvers<void>()
  const jobs = new ScriptJobs({
    host: { jobs: [job], runJob: async () => undefined },
    store: {
      scriptJobRuns: async () => ({}),
      saveScriptJobRun: () => {
        saving.resolve()
        return stored.promise
      },
    },
    warn: () => undefined,
  })
  const isRunning = async () => (await jobs.states()).get('job')?.isRunning
  jobs.start('job')
  await saving.promise
  expect(await isRunning()).toBe(true)
  expect(() => jobs.start('job')).toThrow()
  stored.resolve()
  await jobs.close()
  expect(await isRunning()).toBe(false)
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { DataResponse } from '../messages/DataRequest.ts'
import { CodeHost } from './CodeHost.ts'
import { CodeProcess } from './CodeProcess.ts'

/** Creates a folder of hooks with a job. */
function createFolder(job = '() => undefined'): string {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-hooks-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'jobs.ts'), `import { schedule } from 'coffer'\nschedule('tidy', '@daily', ${job})`)
  return folder
}

const perform = () => Promise.reject(new Error('The job makes no requests.'))

test('a job is rejected after the processes of hooks were ended', async () => {
  const host = new CodeHost({ folder: createFolder(), options: { processes: 1 }, warn: () => undefined })
  await host.open(perform)
  expect(await host.runJob('tidy')).toMatchObject({ output: '' })
  await host.close()
  await expect(host.runJob('tidy')).rejects.toThrow('The server stops.')
})

test('a job is ended with its process when another node runs it', async () => {
  const started = Promise.withResolvers<void>()
  const host = new CodeHost({
    folder: createFolder('({ data }) => data.collection("notes").getList()'),
    options: { processes: 1 },
    warn: () => undefined,
  })
  onTestFinished(() => host.close())
  await host.open(() => {
    started.resolve()
    return new Promise(() => undefined)
  })
  const lost = new AbortController()
  const run = host.runJob('tidy', { lost: lost.signal, isHeld: async () => true })
  await started.promise
  lost.abort(new Error('Another node runs the job.'))
  await expect(run).rejects.toThrow('ended before it responded. Another node runs the job.')
})

test('a job that another node runs before it has started is rejected, and other jobs of its process go on', async () => {
  const folder = createFolder('({ data }) => data.collection("notes").getList()')
  const process = new CodeProcess({
    folder,
    maxProcessBytes: 64 * 1024 * 1024,
    loadMs: 60_000,
    variables: [],
    perform: () => {
      started.resolve()
      return response.promise
    },
    onBrokenBody: () => undefined,
  })
  const started = Promise.withResolvers<void>()
  const response = Promise.withResolvers<DataResponse>()
  onTestFinished(async () => {
    process.kill('The test has ended.')
    await process.ended
  })
  await process.start()
  const other = process.runJob('tidy', 60_000)
  await started.promise
  const reason = new Error('Another node runs the job.')
  const right = { lost: AbortSignal.abort(reason), isHeld: async () => false }
  await expect(process.runJob('tidy', 60_000, right)).rejects.toBe(reason)
  expect([process.jobs, process.load]).toEqual([1, 1])
  response.resolve({ status: 200, json: '{"items":[]}' })
  expect(await other).toEqual({ output: '' })
})

test('a job can use no data while another node may run it', async () => {
  const host = new CodeHost({
    folder: createFolder(`({ data }) => data.collection('notes').getList()`),
    options: { processes: 1 },
    warn: () => undefined,
  })
  onTestFinished(() => host.close())
  await host.open(perform)
  const { error } = await host.runJob('tidy', { isHeld: async () => false })
  expect(error).toContain('Another node may run this job, so it cannot access data.')
  expect((await host.runJob('tidy', { isHeld: async () => true })).error).toContain('The job makes no requests.')
})

test('a call of a process of hooks that has ended is rejected', async () => {
  const process = new CodeProcess({
    folder: createFolder(),
    maxProcessBytes: 64 * 1024 * 1024,
    loadMs: 60_000,
    variables: [],
    perform,
    onBrokenBody: () => undefined,
  })
  await process.start()
  process.kill('It is no longer needed.')
  await process.ended
  await expect(process.runJob('tidy', 60_000)).rejects.toThrow('ended before it responded. It is no longer needed.')
})

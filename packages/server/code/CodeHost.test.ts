import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CodeHost } from './CodeHost.ts'
import { CodeProcess } from './CodeProcess.ts'

/** Creates a folder of hooks with a job. */
function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-hooks-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'jobs.ts'), `import { schedule } from 'coffer'\nschedule('tidy', '@daily', () => undefined)`)
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

test('a call of a process of hooks that has ended is rejected', async () => {
  const process = new CodeProcess({
    folder: createFolder(),
    maxProcessBytes: 64 * 1024 * 1024,
    variables: [],
    perform,
    onBrokenBody: () => undefined,
  })
  await process.start()
  process.kill('It is no longer needed.')
  await process.ended
  await expect(process.runJob('tidy', 60_000)).rejects.toThrow('ended before it responded. It is no longer needed.')
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { scratchDir } from '../test/harness/scratchDir.ts'
import { runDownload } from './runDownload.ts'

const subject = 'the packages'
const runShell = (script: string, options: { maxMs?: number } = {}) =>
  runDownload('sh', ['-c', script], { subject, maxExitMs: 200, ...options })

/** A script that prints the id of a process that it starts in the background, and waits for it. */
const hangingScript = 'sleep 600 & echo "started $!"; wait'

/** Whether a process runs, on Linux. One that has ended remains as a zombie until its parent notices. */
function isRunning(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}

const readError = (download: Promise<string>): Promise<string> =>
  download.then(
    () => 'The download did not fail.',
    (error: Error) => error.message,
  )

const startedPid = (text: string): number => Number(/started (\d+)/.exec(text)?.[1])

test('returns the standard output of a program that succeeds', async () => {
  expect(await runShell('echo result; echo progress >&2')).toBe('result\n')
})

test.each([
  ['that hang', ''],
  ['that ignore the request to end', 'trap "" TERM; '],
])('ends a program and its child processes %s after the time limit', async (_, prefix) => {
  const message = await readError(runShell(`${prefix}${hangingScript}`, { maxMs: 1_000 }))
  const pid = startedPid(message)
  expect(message).toBe(`sh could not get the packages: it took longer than 1 seconds. Its last lines of output:\nstarted ${pid}`)
  await expect.poll(() => isRunning(pid)).toBe(false)
})

test('fails with the status and the last 20 lines of output of a program that fails', async () => {
  const message = await readError(runShell('seq 1 25 >&2; echo "no certificate" >&2; exit 3'))
  expect(message).toMatch(/^sh could not get the packages: it ended with status 3\. Its last lines of output:\n7\n8\n/)
  expect(message).toMatch(/\n25\nno certificate$/)
})

test('ends the child processes of a program that fails', async () => {
  const pid = startedPid(await readError(runShell('sleep 600 >/dev/null 2>&1 & echo "started $!"; exit 1')))
  await expect.poll(() => isRunning(pid)).toBe(false)
})

test('names a program that is not installed', async () => {
  const message = await readError(runDownload('/nowhere/pip', [], { subject }))
  expect(message).toBe('pip could not get the packages: spawn /nowhere/pip ENOENT. It printed nothing.')
})

test('ends a download when the process that waits for it is interrupted', async () => {
  const file = join(mkdtempSync(join(scratchDir, 'coffer-download-')), 'started')
  onTestFinished(() => rmSync(dirname(file), { recursive: true }))
  const script = `import { runDownload } from '${import.meta.dirname}/runDownload.ts'
    await runDownload('sh', ['-c', '(${hangingScript}) > ${file}'], { subject: '' })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' })
  const readPid = () => (existsSync(file) ? startedPid(readFileSync(file, 'utf8')) : 0)
  await expect.poll(readPid).toBeGreaterThan(0)
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([null, 'SIGINT'])
  await expect.poll(() => isRunning(readPid())).toBe(false)
})

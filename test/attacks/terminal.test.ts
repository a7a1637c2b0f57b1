import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { directoryOptions, runCoffer, startCoffer } from '../harness/coffer.ts'
import { copySample } from '../harness/copySample.ts'

/** A window title, a cleared screen, a forged line, and a text in the other direction. */
const hostile = '\x1b]0;owned\x07\x1b[2J\x9b2J\nError: forged\r\u202egnp.exe'
/** Characters that no line of the output may contain. */
const controls = /[\p{Cc}\p{Bidi_Control}]/u

function expectHarmless(output: string): void {
  const lines = output.split('\n')
  expect(lines.filter(line => controls.test(line))).toEqual([])
  expect(lines.filter(line => line.trimStart().startsWith('Error: forged'))).toEqual([])
}

test('the path and the headers of a guest are escaped on the terminal of a server with --dev', async () => {
  const copy = await copySample('magazine')
  const coffer = await startCoffer(copy.dataDir, ['--dev'])
  onTestFinished(async () => {
    await coffer.end('SIGKILL')
    await copy.remove()
  })
  const path = `/api/collections/${encodeURIComponent(hostile)}/records`
  const headers = { 'User-Agent': 'agent \x9b2J' }
  await new Promise((resolve, reject) => {
    request({ port: coffer.port, host: '127.0.0.1', path, headers }, response => response.resume().on('end', resolve))
      .on('error', reject)
      .end()
  })
  await expect.poll(coffer.output).toContain('agent ')
  const entry = coffer
    .output()
    .split('\n')
    .find(line => line.includes('agent '))
  expect(entry).toContain(
    'GET /api/collections/\\u001b]0;owned\\u0007\\u001b[2J\\u009b2J\\nError: forged\\r\\u202egnp.exe/records',
  )
  expectHarmless(coffer.output())
})

test('the names of files are escaped in what the doctor prints, as sentences and as JSON', async () => {
  const copy = await copySample('magazine')
  onTestFinished(copy.remove)
  const folder = join(copy.dataDir, 'storage', 'mgposts00000001', 'post00000000001')
  mkdirSync(folder, { recursive: true })
  const orphan = join(folder, `orphan ${hostile}`)
  writeFileSync(orphan, 'x')
  // A newer file can belong to an upload that is not finished.
  utimesSync(orphan, 0, 0)
  const doctor = (...options: string[]) => runCoffer(['doctor', ...directoryOptions(copy.dataDir), ...options])
  const { stdout, stderr } = await doctor()
  expect(stdout).toContain('orphan \\u001b]0;owned')
  expectHarmless(stdout + stderr)
  const asJson = await doctor('--json')
  expectHarmless(asJson.stdout)
  expect(JSON.stringify(JSON.parse(asJson.stdout))).toContain(JSON.stringify(hostile).slice(1, -1))
}, 30_000)

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { repositoryDir } from '../../test/harness/paths.ts'
import { runSuites, type Suite } from './runSuites.ts'
import { isGreen, writeSummary } from './writeSummary.ts'

const vitest = [process.execPath, join(repositoryDir, 'node_modules/vitest/vitest.mjs'), 'run']

/** Writes a suite of Vitest with these files into a temporary folder. */
function createSuite(files: Readonly<Record<string, string>>, maxWorkers = 2): { cwd: string; suite: Suite } {
  const cwd = mkdtempSync(join(tmpdir(), 'coffer-suites-test-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  const writer = JSON.stringify(join(repositoryDir, 'scripts/suites/ReportWriter.ts'))
  writeFileSync(
    join(cwd, 'vitest.config.ts'),
    `import { ReportWriter } from ${writer}
    export default { test: { globals: true, maxWorkers: ${maxWorkers}, reporters: ['default', new ReportWriter()] } }`,
  )
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text)
  const command = [...vitest, '--root', cwd, '--configLoader', 'native']
  return { cwd, suite: { name: 'small', command, fileCommand: command } }
}

/** Runs a suite without printing what it prints. */
async function run({ cwd, suite }: { cwd: string; suite: Suite }, silentMs = 60_000) {
  const spies = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')]
  for (const spy of spies) spy.mockReturnValue(true)
  const log = vi.spyOn(console, 'log').mockReturnValue()
  try {
    const results = await runSuites([suite], { cwd, silentMs })
    return { results, isGreen: isGreen(results), summary: writeSummary(results) }
  } finally {
    for (const spy of [...spies, log]) spy.mockRestore()
  }
}

const green = `test('adds', () => expect(1 + 1).toBe(2)); test.skip('waits', () => {})`

const red = `test('subtracts', () => expect(3 - 1).toBe(1))`

/** Ends Vitest itself. */
const kills = `test('kills', () => new Promise(() => process.kill(process.ppid, 'SIGKILL')))`

/** Fails only at its first run. */
const onceRed = `import { existsSync, writeFileSync } from 'node:fs'
  const mark = new URL('./mark', import.meta.url)
  test('depends on the weather', () => {
    const hasRun = existsSync(mark)
    writeFileSync(mark, '')
    if (!hasRun) throw new Error('It rains.\\n{ seed: 7 }')
  })
  test('stands', () => {})`

describe('a run of suites', () => {
  test('passes with a green suite, and counts its tests', async () => {
    const { isGreen, summary } = await run(createSuite({ 'green.test.ts': green }))
    expect(isGreen).toBe(true)
    expect(summary).toMatch(/^small +1 +0 +1 +0 +\d\.\d$/m)
    expect(summary.split('\n').at(-1)).toBe('1 passed, 0 failed, 1 skipped')
  })

  test('runs a failed file once more, alone, and lists what passes then with the first lines of its error', async () => {
    const { isGreen, results, summary } = await run(createSuite({ 'green.test.ts': green, 'once.test.ts': onceRed }))
    expect(isGreen).toBe(true)
    expect(results[0]?.passedOnlyAlone).toMatchObject([{ file: 'once.test.ts', test: 'depends on the weather' }])
    expect(summary).toContain('Passed only alone:\n  once.test.ts: depends on the weather\n      It rains.\n      { seed: 7 }')
    expect(summary.split('\n').at(-1)).toBe('3 passed, 0 failed, 1 skipped')
  })

  test('fails with a test that fails again, and names it with the first lines of its error', async () => {
    const { isGreen, summary } = await run(createSuite({ 'green.test.ts': green, 'red.test.ts': red }))
    expect(isGreen).toBe(false)
    expect(summary).toContain('Failed:\n  red.test.ts: subtracts\n      expected 2 to be 1')
    expect(summary.split('\n').at(-1)).toBe('1 passed, 1 failed, 1 skipped')
  })

  test('fails with a file that cannot be loaded, and with an error outside of the tests', async () => {
    const files = {
      'broken.test.ts': `throw new Error('no such luck')`,
      'late.test.ts': `Promise.reject(new Error('too late'));${green}`,
    }
    const { isGreen, results } = await run(createSuite(files))
    expect(isGreen).toBe(false)
    expect(results[0]?.failed.map(({ file, error }) => `${file}: ${error.split('\n')[0]}`).sort()).toEqual([
      'broken.test.ts: no such luck',
      'late.test.ts: too late',
    ])
  })

  test('ends a suite that hangs, names the file that did not end, and fails', async () => {
    const hangs = `test('waits', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0))`
    const { isGreen, results } = await run(createSuite({ 'green.test.ts': green, 'hangs.test.ts': hangs }), 8_000)
    expect(isGreen).toBe(false)
    expect(results[0]?.failed.map(({ file, error }) => `${file}: ${error}`)).toEqual([
      expect.stringMatching(/^hangs\.test\.ts: The file did not end: it printed nothing for 8 seconds/),
    ])
  })

  test('runs the files that had not started when a run broke off, and fails only for what fails then', async () => {
    const once = `import { existsSync, writeFileSync } from 'node:fs'
      const mark = new URL('./mark', import.meta.url)
      const hasRun = existsSync(mark)
      writeFileSync(mark, '')
      if (!hasRun) ${kills}
      test('stands', () => {})`
    const files = { 'once.test.ts': once, 'green.test.ts': green }
    const broken = await run(createSuite(files, 1))
    expect(broken.summary.split('\n').at(-1)).toBe('2 passed, 0 failed, 1 skipped')
    expect(broken.isGreen).toBe(true)
    const { results } = await run(createSuite({ ...files, 'red.test.ts': red }, 1))
    expect(results[0]?.failed).toMatchObject([{ file: 'red.test.ts', test: 'subtracts' }])
  })

  test('fails if the run of the files that had not started breaks off, too', async () => {
    const { isGreen, results } = await run(createSuite({ '1.test.ts': kills, '2.test.ts': kills, '3.test.ts': kills }, 1))
    expect(isGreen).toBe(false)
    expect(results[0]?.failed.map(({ file, error }) => `${file}: ${error}`)).toContainEqual(
      expect.stringMatching(/^small: \d of the files did not start\. The run did not end by itself/),
    )
  })

  test('fails if the program of a suite is killed', async () => {
    const created = createSuite({ 'kills.test.ts': kills })
    const { isGreen, summary } = await run(created)
    expect(isGreen).toBe(false)
    expect(summary).toContain('ended by SIGKILL')
  })

  test('fails if a suite runs no test', async () => {
    const { isGreen, summary } = await run(createSuite({}))
    expect(isGreen).toBe(false)
    expect(summary).toContain('No test ran')
  })

  test('repeats a command without a report, and fails if it fails again', async () => {
    const { cwd } = createSuite({})
    const fails = { name: 'command', command: [process.execPath, '--eval', 'console.log("the reason"); process.exit(3)'] }
    const red = await run({ cwd, suite: fails })
    expect(red.isGreen).toBe(false)
    expect(red.summary).toContain('ended with status 3\n      the reason')
    const once = `const fs = require('fs'); const was = fs.existsSync('mark'); fs.writeFileSync('mark', ''); process.exit(was ? 0 : 1)`
    const again = await run({ cwd, suite: { name: 'command', command: [process.execPath, '--eval', once] } })
    expect(again.isGreen).toBe(true)
    expect(again.summary.split('\n').at(-1)).toBe('1 passed, 0 failed')
  })
})

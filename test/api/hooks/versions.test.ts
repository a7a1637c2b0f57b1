import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { records, startCodeServer } from './harness.ts'

const hooks = `
import { onRecord } from 'coffer'
import { text } from './_text.ts'
onRecord('scratch', {
  async beforeCreate({ input }) {
    if (input.t === 'exit') process.exit(1)
    await new Promise(resolve => setTimeout(resolve, 20))
    input.t = text
  },
})`

const textFile = (text: string) => `export const text: string = '${text}'`

/** Starts a server with one process of hooks. */
async function openVersions(files: Record<string, string>) {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => printed.mockRestore())
  const opened = await startCodeServer(files, { processes: 1 })
  const { ask } = opened
  const create = async (t = 'x') => {
    const { status, json } = await ask('POST', records, { t })
    return [status, json.t]
  }
  /** Waits until changed files could not be loaded. */
  const untilBroken = () =>
    expect.poll(async () => (await ask('GET', '/api/code')).json.broken, { timeout: 15_000 }).toEqual(expect.any(Object))
  /** Ends the process of hooks in a call. */
  const endProcess = async () => expect((await create('exit'))[0]).toBe(500)
  return { ...opened, create, untilBroken, endProcess }
}

test('while files cannot be loaded, a process that ends is replaced by one with the former version of all files', async () => {
  const { create, untilBroken, endProcess, save, hooksDir } = await openVersions({
    'hooks.ts': hooks,
    '_text.ts': textFile('one'),
  })
  expect(await create()).toEqual([200, 'one'])
  rmSync(join(hooksDir, '_text.ts'))
  save('hooks.ts', 'export const = broken')
  await untilBroken()
  for (let count = 0; count < 2; count += 1) {
    await endProcess()
    expect(await create()).toEqual([200, 'one'])
  }
  save('_text.ts', textFile('two'))
  save('hooks.ts', hooks)
  await expect.poll(() => create(), { timeout: 15_000 }).toEqual([200, 'two'])
})

test('files that are loaded but rejected, because of an invalid schedule, never run', async () => {
  const { create, untilBroken, endProcess, save } = await openVersions({ 'hooks.ts': hooks, '_text.ts': textFile('one') })
  save('_text.ts', textFile('rejected'))
  save('job.ts', `import { schedule } from 'coffer'\nschedule('job', 'whenever', () => undefined)`)
  await untilBroken()
  await endProcess()
  expect(await create()).toEqual([200, 'one'])
})

test('while no process can start, the page Code has the reason', async () => {
  const exiting = `import { existsSync } from 'node:fs'\nif (existsSync('.exits')) process.exit(7)\n${hooks}`
  const { ask, save, endProcess } = await openVersions({ 'hooks.ts': exiting, '_text.ts': textFile('one') })
  const state = async () => {
    const { json } = await ask('GET', '/api/code')
    return [json.processes, json.stopped]
  }
  expect(await state()).toEqual([1, ''])
  save('.exits', '')
  await endProcess()
  await expect.poll(state, { timeout: 15_000 }).toEqual([0, expect.stringContaining('It exited with the status 7.')])
})

test('a process that was starting while other files were loaded does not join the processes of these', async () => {
  // Hidden files do not count as changes of the folder.
  const slow = `${hooks}
import { appendFileSync, readFileSync } from 'node:fs'
appendFileSync('.started', 'x')
if (readFileSync('.started').length > 1) await new Promise(resolve => setTimeout(resolve, 1_500))
appendFileSync('.loaded', 'x')`
  const { create, endProcess, save, hooksDir } = await openVersions({ 'hooks.ts': slow, '_text.ts': textFile('one') })
  const sizeOf = (name: string) => readFileSync(join(hooksDir, name)).length
  await endProcess()
  await expect.poll(() => sizeOf('.started'), { interval: 10 }).toBe(2)
  save('hooks.ts', hooks)
  save('_text.ts', textFile('two'))
  await expect.poll(() => create(), { timeout: 15_000 }).toEqual([200, 'two'])
  await expect.poll(() => sizeOf('.loaded'), { timeout: 15_000 }).toBe(2)
  for (let round = 0; round < 5; round += 1) {
    // Calls at the same time are spread over all processes.
    const created = await Promise.all(Array.from({ length: 4 }, () => create()))
    expect(created).toEqual(created.map(() => [200, 'two']))
  }
})

test('files that hooks write into their folder load nothing again, but a JSON file that they import does', async () => {
  const { create, save, hooksDir } = await openVersions({
    'config.json': '{ "text": "one" }',
    'hooks.ts': `
import { appendFileSync, writeFileSync } from 'node:fs'
import { onRecord } from 'coffer'
import config from './config.json' with { type: 'json' }
appendFileSync('.loaded', 'x')
onRecord('scratch', {
  beforeCreate({ input }) {
    writeFileSync('cache.json', JSON.stringify({ at: Date.now() }))
    writeFileSync('hits.txt', String(Date.now()))
    input.t = config.text
  },
})`,
  })
  const loads = () => readFileSync(join(hooksDir, '.loaded')).length
  for (let count = 0; count < 3; count += 1) expect(await create()).toEqual([200, 'one'])
  // Longer than the pause after which changed files are loaded.
  await wait(500)
  expect(loads()).toBe(1)
  save('config.json', '{ "text": "two" }')
  await expect.poll(() => create(), { timeout: 15_000 }).toEqual([200, 'two'])
  expect(loads()).toBe(2)
})

test('hooks that are loaded again under load drop no request', async () => {
  const { ask, save } = await startCodeServer({ 'hooks.ts': hooks, '_text.ts': textFile('0') })
  const last = 5
  const seen: unknown[] = []
  const use = async () => {
    for (let text: unknown; text !== String(last); ) {
      const { status, json } = await ask('POST', records, { t: 'x' })
      expect([status, json.message]).toEqual([200, undefined])
      text = json.t
      seen.push(text)
    }
  }
  const load = Promise.all(Array.from({ length: 8 }, use))
  for (let version = 1; version <= last; version += 1) {
    save('_text.ts', textFile(String(version)))
    await expect.poll(() => seen, { timeout: 30_000 }).toContain(String(version))
  }
  await load
})

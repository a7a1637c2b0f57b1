import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { startCoffer } from '../../harness/coffer.ts'
import { copySample } from '../../harness/copySample.ts'
import { isLongRun } from '../../harness/isLongRun.ts'
import { signToken } from '../../harness/signToken.ts'
import { records, startCodeServer } from './harness.ts'

const faults = `
import { connect, createServer } from 'node:net'
import { onRecord } from 'coffer'
onRecord('scratch', {
  async beforeCreate({ input }) {
    if (input.t === 'sockets') {
      const server = createServer().listen(0, '127.0.0.1')
      await new Promise(resolve => server.once('listening', resolve))
      for (let i = 0; i < 10_000; i += 1) connect(server.address().port, '127.0.0.1').on('error', () => {})
      await new Promise(() => {})
    }
    if (input.t === 'loop') while (true);
    if (input.t === 'throw') throw new Error('a private detail')
    if (input.t === 'exit') process.exit(1)
    if (input.t === 'hang') await new Promise(() => {})
    if (input.t === 'leak') { const all: unknown[] = []; while (true) all.push(new Array(100_000).fill(Math.random())) }
    if (input.t === 'stray') { setTimeout(() => { throw new Error('later') }); await new Promise(() => {}) }
    input.t = 'fine'
  },
})`

/** Faults that last until the deadline of the call. Their processes also have to be ended. */
const lasting = ['loop', 'hang']
/** Number of requests of others that are sent also after the faulty call has ended. */
const minRequests = isLongRun ? 400 : 40

test.each(['loop', 'throw', 'exit', 'hang', 'leak', 'stray', 'sockets'])(
  'a hook with the fault "%s" costs its request a 500 and no other one',
  async fault => {
    const { ask } = await startCodeServer(
      { 'faults.ts': faults },
      { deadlineMs: 3_000, maxProcessBytes: 64 * 1024 * 1024 },
      'pool',
    )
    await ask('POST', records, { t: 'warm' })
    let hasEnded = false
    const failing = ask('POST', records, { t: fault }).finally(() => {
      hasEnded = true
    })
    let servedBefore = 0
    for (let turn = 0; turn < minRequests || !hasEnded; turn += 1) {
      expect((await ask('POST', '/api/collections/registry/records', { name: `r${turn}` })).status).toBe(200)
      if (!hasEnded) servedBefore += 1
    }
    const failed = await failing
    expect(failed.status, failed.text).toBe(500)
    expect(failed.text).not.toContain('private')
    // The first one can overtake the call.
    if (lasting.includes(fault)) expect(servedBefore, 'requests of others before the call ended').toBeGreaterThan(1)
    // The other process, or a new one, takes the next calls.
    expect((await ask('POST', records, { t: 'x' })).json.t).toBe('fine')
  },
)

const closing = `
import { closeSync } from 'node:fs'
import { onRecord } from 'coffer'
onRecord('scratch', { beforeCreate() {} })
export default {
  fetch(request: Request) {
    // The descriptor over which requests to routes come.
    if (request.url.endsWith('/close')) closeSync(4)
    return new Response('fine')
  },
}`

test('a process whose connection for routes is closed is not called, and requests wait until another one has replaced it', async () => {
  const { ask } = await startCodeServer({ 'routes/lines.ts': closing }, { processes: 1 }, 'pool')
  await ask('GET', '/lines/close')
  expect((await ask('POST', records, { t: 'x' })).status).toBe(200)
  await ask('GET', '/lines/close')
  expect((await ask('GET', '/lines')).text).toBe('fine')
})

const hanging = `
import { onRecord } from 'coffer'
onRecord('scratch', { async beforeCreate() { await new Promise(() => {}) } })`

test('--codeTimeout is the time that a hook has, and the error of a hook that takes longer names it', async () => {
  const { dataDir, remove } = await copySample('magazine')
  onTestFinished(remove)
  await mkdir(join(dataDir, '../hooks'))
  await writeFile(join(dataDir, '../hooks/hanging.ts'), hanging)
  const coffer = await startCoffer(dataDir, ['--codeTimeout', '1'])
  onTestFinished(async () => void (await coffer.end('SIGTERM')))
  const token = signToken(dataDir, 'auth', 'admin')
  expect((await askApi(coffer.port, 'POST', records, { token, body: { t: 'x' } })).status).toBe(500)
  const { json } = await askApi(coffer.port, 'GET', '/api/code', { token })
  const stack = 'Error: The hooks did not end within 1 s. Allow more time with --codeTimeout.'
  expect(json.hooks).toEqual([expect.objectContaining({ errors: 1, lastError: expect.objectContaining({ stack }) })])
})

const busy = `
import { writeFileSync } from 'node:fs'
import { onRecord } from 'coffer'
onRecord('scratch', {
  async beforeCreate({ input }) {
    writeFileSync('.busy', '')
    const end = Date.now() + 500
    while (Date.now() < end);
    input.t = 'fine'
  },
})`

test('a busy hook goes on although the server stands still for longer than a hook may block its process', async () => {
  const { ask, hooksDir } = await startCodeServer({ 'busy.ts': busy })
  const creating = ask('POST', records, { t: 'x' })
  await expect.poll(() => existsSync(join(hooksDir, '.busy')), { interval: 10 }).toBe(true)
  // By then, the server has asked the process for a response, which comes after the hook.
  await wait(150)
  // The server runs on this thread.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500)
  expect(await creating).toMatchObject({ status: 200, json: { t: 'fine' } })
})

const leaking = `
import { onRecord } from 'coffer'
const all: Uint8Array[] = []
// Limited, because the machine runs other tests.
setInterval(() => { if (all.length < 20) all.push(new Uint8Array(10 * 1024 * 1024).fill(1)) }, 20)
onRecord('scratch', { beforeCreate({ input }) { input.t = 'fine' } })`

test('a process whose memory grows between calls is ended, although no hook is called', async () => {
  const { ask } = await startCodeServer({ 'leaking.ts': leaking }, { processes: 1, maxProcessBytes: 64 * 1024 * 1024 })
  const ended = async () => {
    const { text } = await ask('GET', '/api/logs?perPage=200')
    return (JSON.parse(text).items as { message: string; data: { error?: string } }[]).some(
      ({ message, data }) => message.startsWith('A process of hooks has ended.') && data.error === 'It used too much memory.',
    )
  }
  await vi.waitFor(async () => expect(await ended()).toBe(true), { timeout: 30_000, interval: 200 })
})

const version = (text: string) => `
import { onRecord } from 'coffer'
onRecord('scratch', { async beforeCreate({ input }) { await new Promise(resolve => setTimeout(resolve, 20)); input.t = '${text}' } })`

test('saved files are loaded without dropping requests, and a broken one keeps the former version running', async () => {
  const { ask, save } = await startCodeServer({ 'version.ts': version('one') })
  const create = async () => {
    const { status, json } = await ask('POST', records, { t: 'x' })
    expect(status).toBe(200)
    return json.t
  }
  expect(await create()).toBe('one')
  save('version.ts', version('two'))
  await vi.waitFor(async () => expect(await create()).toBe('two'), { timeout: 10_000 })
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => printed.mockRestore())
  save('version.ts', 'export const = broken')
  const message = async () => {
    const { text } = await ask('GET', '/api/logs?perPage=100&sort=-created')
    return (JSON.parse(text).items as { message: string }[]).map(entry => entry.message)
  }
  await vi.waitFor(async () => expect(await message()).toContainEqual(expect.stringContaining('former ones keep running')), {
    timeout: 15_000,
  })
  expect(printed).toHaveBeenCalledWith(
    expect.stringMatching(/keep running\. version\.ts could not be loaded\.[\s\S]*SyntaxError/),
  )
  expect(await create()).toBe('two')
})

test('the server does not start with a hook whose name is misspelled', async () => {
  const misspelled = `import { onRecord } from 'coffer'\nonRecord('scratch', { beforeCreat() {} })`
  const message = 'misspelled.ts could not be loaded. Error: There is no hook "beforeCreat". Use beforeCreate, '
  await expect(startCodeServer({ 'misspelled.ts': misspelled })).rejects.toMatchObject({
    cause: { message: expect.stringContaining(message) },
  })
})

test('the server does not start with a hook that cannot be loaded', async () => {
  await expect(startCodeServer({ 'broken.ts': 'const = 1' })).rejects.toThrow('could not be loaded')
})

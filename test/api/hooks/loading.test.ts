import { expect, onTestFinished, test, vi } from 'vitest'
import { records, startCodeServer } from './harness.ts'

const version = (text: string) => `
import { onRecord } from 'coffer'
onRecord('scratch', { beforeCreate({ input }) { input.t = '${text}' } })`

/** Files that never end loading. */
const endless = {
  'an endless loop': 'for (;;);',
  'an await that never ends': 'await new Promise(() => {})',
}

/** Starts a server whose files must be loaded within a second or two. */
async function openHooks(files: Record<string, string>, loadMs: number) {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => printed.mockRestore())
  const { ask, save } = await startCodeServer(files, { processes: 1, loadMs })
  const create = async () => {
    const { status, json } = await ask('POST', records, { t: 'x' })
    return [status, json.t]
  }
  const untilBroken = (error: RegExp) =>
    expect
      .poll(async () => (await ask('GET', '/api/code')).json.broken, { timeout: 30_000 })
      .toMatchObject({ error: expect.stringMatching(error) })
  const logged = async () => {
    const { text } = await ask('GET', '/api/logs?perPage=200')
    return (JSON.parse(text).items as { message: string; data: { error?: string } }[]).map(
      ({ message, data }) => `${message} ${data.error ?? ''}`,
    )
  }
  const messages = () => printed.mock.calls.flat().join('\n')
  return { ask, save, create, untilBroken, logged, messages }
}

const patiently = { timeout: 30_000, interval: 100 }

test.each(Object.entries(endless))(
  'a changed file with %s is given up and named, and the former version keeps running',
  async (_, source) => {
    const { save, create, untilBroken, logged, messages } = await openHooks({ 'version.ts': version('one') }, 10_000)
    expect(await create()).toEqual([200, 'one'])
    save('later.ts', source)
    await untilBroken(/^later\.ts could not be loaded within 10 s\./)
    expect(messages()).toContain('Changed hooks could not be loaded. The former ones keep running. later.ts could not be loaded')
    const entry = 'Changed hooks could not be loaded. The former ones keep running. later.ts could not be loaded within 10 s.'
    await vi.waitFor(async () => expect(await logged()).toContainEqual(expect.stringContaining(entry)), patiently)
    expect(await create()).toEqual([200, 'one'])
    // Later changes are loaded.
    save('later.ts', '')
    save('version.ts', version('two'))
    await vi.waitFor(async () => expect(await create()).toEqual([200, 'two']), patiently)
  },
)

test.each(Object.entries(endless))(
  'the server starts with a file with %s, rejects requests that a hook could reject, and loads the file once it is repaired',
  async (_, source) => {
    const { ask, save, create, untilBroken, messages } = await openHooks(
      { 'version.ts': version('one'), 'routes/slow.ts': source },
      10_000,
    )
    await untilBroken(/^routes\/slow\.ts could not be loaded within 10 s\./)
    expect(messages()).toContain(
      'Hooks could not be loaded. Requests for records are rejected until they are. routes/slow.ts could',
    )
    expect((await ask('GET', '/api/health')).status).toBe(200)
    expect((await create())[0]).toBe(500)
    const message = expect.stringContaining('The server could not load its hooks')
    expect(await ask('GET', records)).toMatchObject({ status: 500, json: { message } })
    expect((await ask('GET', '/api/collections')).status).toBe(200)
    save('routes/slow.ts', `export default { fetch: () => new Response('served') }`)
    await vi.waitFor(async () => expect(await create()).toEqual([200, 'one']), patiently)
    expect((await ask('GET', records)).status).toBe(200)
    expect((await ask('GET', '/slow')).text).toBe('served')
  },
)

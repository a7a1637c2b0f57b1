import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { type ApiResponse, askApi, type RequestOptions } from '../../harness/askApi.ts'
import { mailSettings, openMailServer } from '../../harness/openMailServer.ts'
import { openReceiver } from '../../harness/openReceiver.ts'
import { createResuming } from '../../harness/openResuming.ts'
import { remainingFiles } from '../../harness/storedFiles.ts'
import { expectResync } from './expectResync.ts'
import { openInstallation } from './openInstallation.ts'

const records = '/api/collections/scratch/records'

function upload(n: number): FormData {
  const form = new FormData()
  form.set('n', String(n))
  form.set('f1', new File([`the content of ${n}`], `file${n}.txt`))
  return form
}

/** The change is committed, so the client must not be asked to repeat it. */
function expectUnknownOutcome({ status, json, headers }: ApiResponse): void {
  const message =
    'The server failed before it could respond. This change may or may not have been made: check before you try again.'
  expect([status, json.message, headers.get('Retry-After')]).toEqual([503, message, null])
}

test.each(['sqlite', 'postgres'] as const)(
  'on %s, a writer thread that ends between commits and their announcement loses no effect, and clients of streams load again',
  { timeout: 120_000 },
  async kind => {
    const [mails, receiver] = [await openMailServer(), await openReceiver()]
    onTestFinished(mails.close)
    onTestFinished(receiver.close)
    const { dataDir, token, start, query } = await openInstallation(kind, [mailSettings({ port: mails.port })])
    const trigger = join(dataDir, '..', 'end-writer')
    const preload = pathToFileURL(join(import.meta.dirname, 'endWriter.mjs')).href
    const env = { ...process.env, NODE_OPTIONS: `--import ${preload}`, COFFER_TEST_END_WRITER: trigger }
    const coffer = await start({ env })
    onTestFinished(async () => void (await coffer.end('SIGKILL')))
    const ask = (method: string, path: string, body?: object) =>
      askApi(coffer.port, method, path, { token, ...(body && { body }) })
    const { id: scratch } = (await ask('GET', '/api/collections/scratch')).json
    expect((await ask('POST', '/api/web-hooks', { url: receiver.url, collections: [scratch] })).status).toBe(200)
    const made = await ask('POST', records, upload(1))
    expect(made.status, made.text).toBe(200)
    const { id } = made.json
    await receiver.expectReceived(1)

    /** Sends a request whose commit ends the writer. A client that listens may miss its event: its stream ends, and it loads again. */
    const endDuring = async (request: () => Promise<ApiResponse>) => {
      const listener = createResuming(coffer.port, { subscriptions: ['scratch/*'] })
      expect(await listener.connect()).toBe(204)
      writeFileSync(trigger, '')
      expectUnknownOutcome(await request())
      expect(existsSync(trigger), 'the writer has not ended').toBe(false)
      await listener.ended()
      await expectResync(coffer.port, listener)
      // Another thread writes from now on.
      await expect.poll(async () => (await ask('POST', records, { t: 'written' })).status, { timeout: 20_000 }).toBe(200)
    }

    // The old file is removed, and the web hook is called.
    await endDuring(() => ask('PATCH', `${records}/${id}`, upload(2)))
    const stored = () => remainingFiles(dataDir, `${scratch}/${id}`)
    await expect.poll(stored, { timeout: 20_000 }).toEqual([expect.stringMatching(/\/file2_/)])
    await expect.poll(() => receiver.received.some(({ json }) => json.data.record?.n === 2), { timeout: 20_000 }).toBe(true)

    // The mail is sent.
    await endDuring(() => ask('POST', '/api/collections/users/request-password-reset', { email: 'carol@readers.example' }))
    await expect.poll(() => mails.taken.map(({ to }) => to.join()), { timeout: 20_000 }).toEqual(['carol@readers.example'])

    // All files of a deleted record are removed.
    await endDuring(() => ask('DELETE', `${records}/${id}`))
    await expect.poll(stored, { timeout: 20_000 }).toEqual([])
    expect(query(`SELECT id FROM scratch WHERE id = '${id}'`)).toEqual([])
    await expect.poll(() => receiver.received.some(({ json }) => json.type === 'record.deleted'), { timeout: 20_000 }).toBe(true)
  },
)

test.each(['sqlite', 'postgres'] as const)(
  'on %s, settings apply whose commit ends the writer thread, and loads that fail until it is replaced are not logged',
  { timeout: 120_000 },
  async kind => {
    const { dataDir, token, start } = await openInstallation(kind, [])
    const trigger = join(dataDir, '..', 'end-writer')
    const preload = pathToFileURL(join(import.meta.dirname, 'endWriter.mjs')).href
    const env = { ...process.env, NODE_OPTIONS: `--import ${preload}`, COFFER_TEST_END_WRITER: trigger }
    const coffer = await start({ env })
    onTestFinished(async () => void (await coffer.end('SIGKILL')))
    const ask = (method: string, path: string, options: RequestOptions = {}) =>
      askApi(coffer.port, method, path, { token, ...options })
    writeFileSync(trigger, '')
    expectUnknownOutcome(await ask('PATCH', '/today/api/settings', { body: { superuserIPs: ['127.0.0.1'] } }))
    const elsewhere = { headers: { 'X-Forwarded-For': '203.0.113.9' } }
    await expect.poll(async () => (await ask('GET', '/api/settings', elsewhere)).status, { timeout: 20_000 }).toBe(403)
    const logged = async (text: string) =>
      (await ask('GET', `/api/logs?filter=${encodeURIComponent(`message ~ "${text}"`)}`)).json.totalItems
    await ask('GET', '/api/collections?after=all')
    await expect.poll(() => logged('GET /api/collections?after%'), { timeout: 20_000 }).toBe(1)
    expect(await logged('The settings c%')).toBe(0)
  },
)

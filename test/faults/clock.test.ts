import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { copySample } from '../harness/copySample.ts'
import { queryDatabase } from '../harness/queryDatabase.ts'
import { signToken } from '../harness/signToken.ts'
import { startServer } from '../harness/startServer.ts'

const cleanUp: (() => unknown)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const step of cleanUp.splice(0).reverse()) await step()
})

const warnings = (dataDir: string) =>
  queryDatabase(dataDir, 'logs', "SELECT message FROM _logs WHERE level = 4 AND message LIKE '%clock%'").map(
    ([message]) => message,
  )

/** Serves a copy in this thread, whose clock the tests control. */
async function serve(prepare: (dataDir: string) => void = () => undefined) {
  const { dataDir, remove } = await copySample('magazine')
  cleanUp.push(remove)
  prepare(dataDir)
  const { port, stop } = await startServer({ dataDir })
  const token = signToken(dataDir, 'auth', 'admin', { exp: String(10 * 86_400) })
  const send = async (method: string, path: string, body: object) => {
    const { status, json } = await askApi(port, method, `/api/${path}`, { token, body })
    expect(status).toBe(200)
    return { id: String(json.id), created: String(json.created), updated: String(json.updated) }
  }
  return { dataDir, stop, send }
}

test.each([
  ['a record', 'collections/scratch/records', { t: 'new' }, { t: 'changed' }],
  ['a collection', 'collections', { name: 'clocks', type: 'base', schema: [{ name: 't', type: 'text' }] }, { listRule: '' }],
  [
    'an admin',
    'admins',
    { email: 'clock@magazine.example', password: 'password-1', passwordConfirm: 'password-1' },
    { avatar: 3 },
  ],
])(
  'after the clock is set back, %s gets a later update time than its creation and its previous update',
  async (_, path, fields, change) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T12:00:00Z') })
    const { send, stop } = await serve()
    const { id, created } = await send('POST', path, fields)
    vi.setSystemTime(new Date('2026-11-22T11:00:00Z'))
    const first = await send('PATCH', `${path}/${id}`, change)
    const second = await send('PATCH', `${path}/${id}`, change)
    await stop()
    expect(first.created).toBe(created)
    expect(first.updated > created).toBe(true)
    expect(second.updated > first.updated).toBe(true)
  },
)

test('setting the clock back while the server runs is logged', async () => {
  const tomorrow = Date.now() + 86_400_000
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: tomorrow })
  const { dataDir, stop } = await serve()
  vi.setSystemTime(tomorrow - 3_600_000)
  vi.advanceTimersByTime(61_000)
  vi.useRealTimers()
  await stop()
  expect(warnings(dataDir)).toEqual(['The clock of this machine was set back.'])
})

test('a clock before the last change of the data is logged at the start', async () => {
  const later = Date.now() / 1000 + 3_600
  const { dataDir, stop } = await serve(dir => utimesSync(join(dir, 'data.db'), later, later))
  await stop()
  expect(warnings(dataDir)).toEqual(['The clock of this machine is earlier than the last change of the data.'])
})

import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { type RunningCoffer, startCoffer } from '../harness/coffer.ts'
import { copySample, type SampleCopy } from '../harness/copySample.ts'
import { expectNearlyCalm } from '../harness/expectNearlyCalm.ts'
import { leaveUnread, type UnreadResponse } from '../harness/holdConnections.ts'
import { memoryOf } from '../harness/processTree.ts'
import { signToken } from '../harness/signToken.ts'

const megabyte = 1024 * 1024
/** Twenty pages alone would be 1,120 MB, sixty 3,360. A busy machine collects garbage late. */
const maxMegabytes = 800
/** Inserts fourteen records of 4 MB: a page of 56 MB. */
const sql = `
  WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 14)
  INSERT INTO scratch (id, t) SELECT printf('large%010d', n), printf('%.*c', 4 * 1024 * 1024, 'x') FROM many`
const largePage = '/api/collections/scratch/records?perPage=30&filter=id~%22large%22'

let copy: SampleCopy
let coffer: RunningCoffer
beforeAll(async () => {
  copy = await copySample('magazine', [{ sql }])
  coffer = await startCoffer(copy.dataDir)
}, 240_000)
afterAll(async () => {
  await coffer.end('SIGKILL')
  await copy.remove()
}, 240_000)

/** Reads and writes as other clients do while an attack runs. Returns the milliseconds of each request. */
async function useServer(ms: number): Promise<number[]> {
  const times: number[] = []
  const ask = async (method: string, path: string, body?: object) => {
    const begun = performance.now()
    let response = await askApi(coffer.port, method, path, body && { body })
    // On a busy machine, the threads start so slowly that the first requests time out.
    while (response.status === 503) response = await askApi(coffer.port, method, path, body && { body })
    times.push(performance.now() - begun)
    expect(response.status, response.text.slice(0, 200)).toBe(200)
    return response
  }
  for (const end = performance.now() + ms; performance.now() < end; ) {
    await ask('GET', '/api/collections/posts/records?perPage=5')
    await ask('GET', '/api/collections/posts/records/post00000000001')
    const { json } = await ask('POST', '/api/collections/scratch/records', { t: 'short' })
    await askApi(coffer.port, 'DELETE', `/api/collections/scratch/records/${json.id}`)
    await wait(20)
  }
  return times
}

const median = (times: readonly number[]): number => times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0

async function attack(open: () => UnreadResponse[]) {
  const calmMs = median(await useServer(2_000))
  const before = memoryOf(coffer.pid)
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryOf(coffer.pid))
  }, 50)
  const responses = open()
  const answered = Promise.all(responses.map(({ status }) => status))
  const times = await useServer(10_000)
  const statuses = await answered
  clearInterval(watch)
  for (const { socket } of responses) socket.destroy()
  return { calmMs, before, peak, times, statuses }
}

/** Other tests can delay the requests beside a single attack, so they have to be served in time beside one of several. */
const maxAttacks = 3

const token = () => signToken(copy.dataDir, 'auth', 'admin')

test.each<[string, number, (number: number) => Record<string, string>]>([
  ['one address', 20, () => ({ 'X-Forwarded-For': '203.0.113.7' })],
  ['one address, signed in', 20, () => ({ 'X-Forwarded-For': '203.0.113.7', Authorization: token() })],
  ['fifty addresses', 60, number => ({ 'X-Forwarded-For': `203.0.113.${number % 50}` })],
])(
  'pages of 56 MB that %s leaves unread take little memory and delay nobody',
  async (_, count, headersOf) => {
    for (let turn = 1; ; turn += 1) {
      const { calmMs, before, peak, times, statuses } = await attack(() =>
        Array.from({ length: count }, (_, number) =>
          leaveUnread(coffer.port, `${largePage}&number=${number}`, headersOf(number)),
        ),
      )
      expect(statuses.filter(status => status === 429 || status === 503).length, 'rejected responses').toBeGreaterThan(0)
      expect(statuses.filter(status => ![0, 200, 429, 503].includes(status))).toEqual([])
      expect(peak, 'megabytes').toBeLessThan(maxMegabytes)
      await expect.poll(() => memoryOf(coffer.pid), { timeout: 60_000, interval: 1_000 }).toBeLessThan(before + 100)
      const ms = median(times)
      const measure = async () => median(await useServer(2_000))
      if (ms >= Math.max(100, 10 * calmMs) && turn < maxAttacks) continue
      await expectNearlyCalm('milliseconds of half of the requests', { ms, calmMs, minMs: 100, measure })
      return
    }
  },
  240_000,
)

test('a client that leaves a page unread learns why the next one is rejected, others can read theirs, and an admin sees it', async () => {
  const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } })
  const { socket, status: unread } = leaveUnread(coffer.port, largePage, from('203.0.113.99').headers)
  expect(await unread).toBe(200)
  const { status, headers, json } = await askApi(coffer.port, 'GET', `${largePage}&next`, from('203.0.113.99'))
  expect({ status, retryAfter: headers.get('Retry-After'), message: json.message }).toEqual({
    status: 429,
    retryAfter: '1',
    message: expect.stringContaining('have not been read yet'),
  })
  expect((await askApi(coffer.port, 'GET', `${largePage}&other`, from('203.0.113.98'))).status).toBe(200)
  socket.destroy()
  const { json: limits } = await askApi(coffer.port, 'GET', '/api/load/limits', { token: token() })
  expect(limits.rejections).toContainEqual(
    expect.objectContaining({ address: '203.0.113.99', resource: 'responseBytes', outcome: 'rejected', scope: 'perClient' }),
  )
}, 60_000)

test('a page of 56 MB arrives completely on a slow line', async () => {
  const { socket, status } = leaveUnread(coffer.port, largePage)
  let received = 0
  socket.on('data', data => {
    received += data.length
    socket.pause()
    setTimeout(() => socket.resume(), 2)
  })
  expect(await status).toBe(200)
  socket.resume()
  await expect.poll(() => received, { timeout: 100_000, interval: 200 }).toBeGreaterThan(56 * megabyte)
  socket.destroy()
}, 120_000)

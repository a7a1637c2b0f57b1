import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openListener } from '../exchanges/runner/openListener.ts'
import { askApi } from '../harness/askApi.ts'
import { slowFiltersOf } from '../harness/attacks/realtimeAttacks.ts'
import { copySample, type SampleCopy } from '../harness/copySample.ts'
import { openUnread, subscribe, subscriptionWith } from '../harness/eventStreams.ts'
import { signToken } from '../harness/signToken.ts'
import { type RunningServer, startServer } from '../harness/startServer.ts'

const records = '/api/collections/scratch/records'
const attacker = { 'X-Forwarded-For': '198.51.100.99' }

let copy: SampleCopy
let server: RunningServer
let admin: string
beforeAll(async () => {
  copy = await copySample('magazine')
  // A limit that the attacker reaches with its first changes, also on a fast machine.
  server = await startServer({ dataDir: copy.dataDir, threads: 'pool', args: ['--limits', 'evaluationMs=100/1000000'] })
  admin = signToken(copy.dataDir, 'auth', 'admin')
})
afterAll(async () => {
  await server.stop()
  await copy.remove()
})

test('a client with slow filters that also subscribes to the usual filter of others neither delays nor ends their streams', async () => {
  const usual = subscriptionWith('scratch', { filter: 'n > 0' })
  for (const number of [0, 1, 2]) {
    const stream = await openUnread(server.port, attacker)
    onTestFinished(stream.destroy)
    expect(await subscribe(server.port, stream.clientId, [usual, ...slowFiltersOf(number).slice(1)], attacker)).toBe(204)
  }
  const other = await openListener(server.port)
  onTestFinished(other.close)
  let isOpen = true
  void other.ended.then(() => {
    isOpen = false
  })
  expect(await subscribe(server.port, other.clientId, [usual])).toBe(204)
  for (let n = 1; n <= 10; n += 1) {
    const created = await askApi(server.port, 'POST', records, { token: admin, body: { t: 'a'.repeat(100_000), n } })
    expect(created.status).toBe(200)
  }
  // With PostgreSQL on a busy machine, this can take long.
  await expect.poll(other.arrived, { timeout: 60_000 }).toBe(10)
  expect(other.take().map(({ json }) => (json as { record: { n: unknown } }).record.n)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(isOpen).toBe(true)
})

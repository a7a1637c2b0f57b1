import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openListener } from '../../exchanges/runner/openListener.ts'
import { askApi } from '../../harness/askApi.ts'
import { copySample, type SampleCopy } from '../../harness/copySample.ts'
import { signToken } from '../../harness/signToken.ts'
import { type RunningServer, startServer } from '../../harness/startServer.ts'

let copy: SampleCopy
let server: RunningServer
let admin: string
beforeAll(async () => {
  copy = await copySample('magazine')
  server = await startServer({ dataDir: copy.dataDir, threads: 'pool' })
  admin = signToken(copy.dataDir, 'auth', 'admin')
})
afterAll(async () => {
  await server.stop()
  await copy.remove()
})

const topic = '@recordCounts'

const ask = (method: string, path: string, body: object, token: string) =>
  askApi(server.port, method, `/api/${path}`, { body, token })

async function subscribe(token: string) {
  const listener = await openListener(server.port)
  const { status } = await ask('POST', 'realtime', { clientId: listener.clientId, subscriptions: [topic] }, token)
  expect(status).toBe(204)
  return listener
}

async function createRecord() {
  const { status } = await ask('POST', 'collections/scratch/records', { t: 'counted' }, admin)
  expect(status).toBe(200)
}

test('subscribers of the record counts get one event at once and at most one per second when records change', async () => {
  const listener = await subscribe(admin)
  await expect.poll(listener.arrived).toBe(1)
  expect(listener.take()).toEqual([{ event: topic, json: {} }])
  const start = performance.now()
  for (let round = 0; round < 40; round += 1) await createRecord()
  await expect.poll(listener.arrived).toBeGreaterThan(0)
  // On a busy machine, the last event can arrive late; then there are no more.
  let arrived: number
  do {
    arrived = listener.arrived()
    await wait(1_500)
    const seconds = (performance.now() - start) / 1_000
    expect(listener.arrived()).toBeLessThanOrEqual(Math.ceil(seconds))
  } while (listener.arrived() > arrived && performance.now() - start < 20_000)
  expect(listener.arrived()).toBe(arrived)
  listener.close()
})

test('only admins are notified of record counts, and no longer than their token is valid', async () => {
  const user = await subscribe(signToken(copy.dataDir, 'auth', 'users:alice'))
  const former = await subscribe(signToken(copy.dataDir, 'auth', 'admin:second@magazine.example'))
  const current = await subscribe(admin)
  await expect.poll(former.arrived).toBe(1)
  const password = { password: 'brand-new-1', passwordConfirm: 'brand-new-1' }
  expect((await ask('PATCH', 'admins/admin0000000002', password, admin)).status).toBe(200)
  // The change of the password notifies subscribers too.
  await wait(1_500)
  former.take()
  current.take()
  await createRecord()
  await expect.poll(current.arrived).toBeGreaterThan(0)
  expect([user.arrived(), former.arrived()]).toEqual([0, 0])
  for (const listener of [user, former, current]) listener.close()
})

import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { currentMoment, leaseMs } from '../../runtime/cache/lease.ts'
import { versions } from '../../runtime/cache/versions.ts'
import { Freshness } from '../../threads/nodes/Freshness.ts'
import { answerFresh } from './answerFresh.ts'

function openLease() {
  const shared = versions()
  const renew = (ageMs = 0, hasLapsed = false) => {
    const { monotonicMs, wallMs } = currentMoment()
    shared.renewLease({ renewedAt: { monotonicMs: monotonicMs - ageMs, wallMs: wallMs - ageMs }, hasLapsed })
  }
  renew()
  return { renew, freshness: new Freshness(async () => undefined, shared) }
}

const head = (method: string) => ({ method, url: '/api/health', params: {}, headers: {}, remoteIp: '' }) as const
const response = { status: 200, headers: {}, body: 'secret' }
const busy = (message: string) => expect.objectContaining({ kind: 'busy', message: expect.stringContaining(message) })

test('a node answers while it renews its lease in time', async () => {
  const { renew, freshness } = openLease()
  const answer = async () => {
    renew()
    return response
  }
  expect(await answerFresh(freshness, head('GET'), answer)).toBe(response)
})

test('a node without a lease does not begin to answer', async () => {
  const { renew, freshness } = openLease()
  renew(leaseMs)
  const answer = () => expect.fail('It answers.')
  await expect(answerFresh(freshness, head('GET'), answer)).rejects.toEqual(busy('not up to date'))
})

test.each([
  { method: 'GET', says: 'Please try again.', retryAfterSeconds: 1 },
  { method: 'POST', says: 'may or may not have been made', retryAfterSeconds: undefined },
])('the answer to a $method is dropped if the lease lapsed before it was sent, also if it was renewed since', async expected => {
  const body = Readable.from(['secret'])
  for (const lapse of ['lapsed', 'renewedLate', 'lapsedByTheDatabase']) {
    const { renew, freshness } = openLease()
    const answer = async () => {
      if (lapse !== 'lapsedByTheDatabase') renew(leaseMs)
      if (lapse !== 'lapsed') renew(0, lapse === 'lapsedByTheDatabase')
      return { ...response, body }
    }
    const answered = answerFresh(freshness, head(expected.method), answer)
    await expect(answered).rejects.toEqual(busy(expected.says))
    await expect(answered).rejects.toMatchObject({ retryAfterSeconds: expected.retryAfterSeconds })
  }
  expect(body.destroyed).toBe(true)
})

test('requests share an earlier read of the log only until it exceeds the maximum age', async () => {
  const shared = versions()
  let reads = 0
  const read = async () => {
    reads += 1
    shared.renewLease({ renewedAt: currentMoment(), hasLapsed: false })
  }
  const [strict, relaxed] = [new Freshness(read, shared), new Freshness(read, shared, 60_000)]
  for (let count = 0; count < 3; count += 1) await strict.reached()
  expect(reads).toBe(3)
  for (let count = 0; count < 3; count += 1) await relaxed.reached()
  expect(reads).toBe(4)
  const { monotonicMs, wallMs } = currentMoment()
  shared.renewLease({ renewedAt: { monotonicMs: monotonicMs - leaseMs, wallMs: wallMs - leaseMs }, hasLapsed: false })
  await relaxed.reached()
  expect(reads).toBe(5)
})

test('a request waits until the included state contains what the log has brought, also if it shares an earlier read', async () => {
  const shared = versions()
  const steps: string[] = []
  const read = async () => {
    steps.push('read')
    shared.renewLease({ renewedAt: currentMoment(), hasLapsed: false })
  }
  const freshness = new Freshness(read, shared, 60_000)
  let isCurrent = false
  freshness.include(() => (isCurrent ? undefined : turn().then(() => void steps.push('update'))))
  const answer = () => {
    steps.push('answer')
    return response
  }
  for (let count = 0; count < 2; count += 1) expect(await answerFresh(freshness, head('GET'), answer)).toBe(response)
  isCurrent = true
  await answerFresh(freshness, head('GET'), answer)
  expect(steps).toEqual(['read', 'update', 'answer', 'update', 'answer', 'answer'])
})

test('a node does not begin to answer while the included state cannot be updated, or if its lease lapsed during the update', async () => {
  const { renew, freshness } = openLease()
  const answer = () => expect.fail('It answers.')
  freshness.include(() => Promise.reject(new Error('The database cannot be reached.')))
  await expect(answerFresh(freshness, head('GET'), answer)).rejects.toEqual(busy('not up to date'))
  // Renewed again: the others have not waited for this node in the meantime.
  freshness.include(async () => renew(0, true))
  await expect(answerFresh(freshness, head('GET'), answer)).rejects.toEqual(busy('not up to date'))
  freshness.include(() => undefined)
  expect(await answerFresh(freshness, head('GET'), async () => response)).toBe(response)
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ClientLedger } from '../../runtime/clients/ClientLedger.ts'
import { ProviderTurns } from './ProviderTurns.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Opens turns, and a function that signs in at a provider that does not answer until the returned function is called. */
function open() {
  const turns = new ProviderTurns(new ClientLedger())
  const begun: string[] = []
  const ends: (() => void)[] = []
  const signIn = (remoteIp: string, provider = 'github') =>
    turns.run({ remoteIp, forwardedFor: undefined }, provider, () => {
      begun.push(remoteIp)
      return new Promise<void>(resolve => ends.push(resolve))
    })
  return { signIn, begun, ends }
}

const [attacker, user] = ['203.0.113.1', '198.51.100.1']
const flush = () => vi.advanceTimersByTimeAsync(0)

test('eight sign-ins of a client ask a provider at once, and other clients and providers are not affected', async () => {
  const { signIn, begun, ends } = open()
  for (let count = 0; count < 20; count += 1) void signIn(attacker)
  await flush()
  expect(begun).toHaveLength(8)
  void signIn(user)
  void signIn(attacker, 'google')
  await flush()
  expect(begun.slice(8)).toEqual([user, attacker])
  ends[0]?.()
  await flush()
  expect(begun.slice(10)).toEqual([attacker])
})

test('when a provider is busy, the next turn goes to the client with the fewest sign-ins', async () => {
  const { signIn, begun, ends } = open()
  for (let client = 1; client <= 4; client += 1) for (let count = 0; count < 8; count += 1) void signIn(`203.0.113.${client}`)
  await flush()
  expect(begun).toHaveLength(24)
  void signIn(user)
  await flush()
  expect(begun).not.toContain(user)
  ends[0]?.()
  await flush()
  expect(begun.at(-1)).toBe('203.0.113.4')
  ends[1]?.()
  await flush()
  expect(begun.at(-1)).toBe(user)
})

test('a sign-in that gets no turn within 20 seconds is rejected and no longer waits', async () => {
  const { signIn, begun, ends } = open()
  for (let count = 0; count < 8; count += 1) void signIn(attacker)
  const waiting = expect(signIn(attacker)).rejects.toMatchObject({ status: 503, retryAfterSeconds: 5 })
  await vi.advanceTimersByTimeAsync(20_000)
  await waiting
  for (const end of ends) end()
  await flush()
  expect(begun).toHaveLength(8)
})

test('a client with sixty waiting sign-ins is rejected at once, until one of them ends', async () => {
  const { signIn, ends } = open()
  for (let count = 0; count < 60; count += 1) void signIn(attacker).catch(() => undefined)
  await flush()
  await expect(signIn(attacker)).rejects.toMatchObject({ kind: 'limited', retryAfterSeconds: 1 })
  ends[0]?.()
  await flush()
  const later = signIn(attacker)
  for (let turn = 0; turn < 80; turn += 1) {
    for (const end of ends) end()
    await flush()
  }
  await expect(later).resolves.toBeUndefined()
})

import { expect, test } from 'vitest'
import type { Rejection } from '../../errors/Rejection.ts'
import type { Client } from './Client.ts'
import { ClientLedger } from './ClientLedger.ts'

/** Creates a ledger with 100 bytes for large bodies, 60 for each client, and a clock that the test sets. */
function setUp() {
  const clock = { now: 0 }
  const clients = new ClientLedger({ limits: { largeBodyBytes: { total: 100, perClient: 60 } }, now: () => clock.now })
  const open = (client: string | Client, bytes: number) => {
    const hold = clients.open('largeBodyBytes', typeof client === 'string' ? { address: client } : client)
    const taken: Rejection[] = []
    hold.onDropped(error => taken.push(error))
    hold.resize(bytes)
    return { hold, taken }
  }
  return { clock, clients, open }
}

const isFull = expect.objectContaining({ kind: 'busy', retryAfterSeconds: 1 })

test('a body that exceeds the limit of all clients is rejected, and accepted once another body is released', () => {
  const { open } = setUp()
  const first = open('a', 60)
  open('b', 30)
  expect(() => open('c', 11)).toThrow(isFull)
  first.hold.release()
  expect(() => open('c', 60)).not.toThrow()
})

test('a body that exceeds the limit of its client is rejected', () => {
  const { open } = setUp()
  open('a', 50)
  expect(() => open('a', 11)).toThrow(isFull)
  expect(() => open('b', 50)).not.toThrow()
})

test('a body that shrinks frees memory for others', () => {
  const { open } = setUp()
  const { hold } = open('a', 60)
  hold.resize(20)
  hold.resize(60)
  hold.resize(10)
  expect(() => open('a', 50)).not.toThrow()
})

test('after five seconds the incomplete body with the lowest transfer rate is dropped for a new one', () => {
  const { clock, open } = setUp()
  const slow = open('a', 30)
  const quick = open('b', 50)
  clock.now = 4_999
  expect(() => open('c', 40)).toThrow(isFull)
  clock.now = 5_000
  expect(() => open('c', 40)).not.toThrow()
  expect(slow.taken).toEqual([expect.objectContaining({ kind: 'tooSlow', retryAfterSeconds: 1 })])
  expect(quick.taken).toEqual([])
})

test('a complete body is never dropped', () => {
  const { clock, open } = setUp()
  const complete = open('a', 60)
  complete.hold.keep()
  clock.now = 60_000
  expect(() => open('b', 50)).toThrow(isFull)
  expect(complete.taken).toEqual([])
})

test('when a client exceeds its limit, one of its own bodies is dropped', () => {
  const { clock, open } = setUp()
  const other = open('b', 1)
  const own = open('a', 60)
  clock.now = 5_000
  open('a', 40)
  expect([own.taken.length, other.taken.length]).toEqual([1, 0])
})

test('a user has one limit at all addresses, and an address has one limit for all of its users', () => {
  const { open } = setUp()
  open({ address: 'a', user: 'users/1' }, 30)
  expect(() => open({ address: 'b', user: 'users/1' }, 31)).toThrow(isFull)
  expect(() => open({ address: 'a', user: 'users/2' }, 31)).toThrow(isFull)
  expect(() => open({ address: 'b', user: 'users/2' }, 60)).not.toThrow()
})

test('a hold counts for a user from the moment its client is authenticated', () => {
  const { clients, open } = setUp()
  const { hold } = open('a', 40)
  hold.identify('users/1')
  expect(() => open({ address: 'b', user: 'users/1' }, 30)).toThrow(isFull)
  hold.release()
  expect(() => open({ address: 'b', user: 'users/1' }, 60)).not.toThrow()
  expect(clients.report().find(({ name }) => name === 'largeBodyBytes')).toMatchObject({ used: 60, largest: 60 })
})

test('a hold whose user has no room counts for its client as before', () => {
  const { clients, open } = setUp()
  open({ address: 'a', user: 'users/1' }, 50)
  const { hold } = open('b', 40)
  expect(() => hold.identify('users/1')).toThrow(isFull)
  expect(() => open('b', 30)).toThrow(isFull)
  hold.identify('users/2')
  expect(() => open({ address: 'c', user: 'users/2' }, 30)).toThrow(isFull)
  expect(clients.report().find(({ name }) => name === 'largeBodyBytes')).toMatchObject({ used: 90, largest: 50 })
})

test('a hold of an address that several users share counts for each of them', () => {
  const { clients, open } = setUp()
  const hold = clients.open('largeBodyBytes', { address: 'a' }, ['users/1', 'users/2'])
  hold.resize(40)
  expect(['users/1', 'users/2', 'users/3'].map(user => clients.hasRoomOf('largeBodyBytes', user, 30))).toEqual([
    false,
    false,
    true,
  ])
  expect(() => open({ address: 'b', user: 'users/2' }, 30)).toThrow(isFull)
  hold.release()
  expect(() => open({ address: 'b', user: 'users/2' }, 30)).not.toThrow()
})

test('time of an address counts for users by their shares, and once for all clients together', () => {
  const clients = new ClientLedger({ limits: { evaluationMs: { perClient: 100, total: 1_000 } }, now: () => 0 })
  const shares = [
    ['users/1', 0.8],
    ['users/2', 0.2],
  ] as const
  clients.spend('evaluationMs', { address: 'a' }, 100, shares)
  clients.spend('evaluationMs', { address: 'b' }, 100, shares)
  expect(['users/1', 'users/2'].map(user => clients.hasTimeOf('evaluationMs', user))).toEqual([false, true])
  expect(clients.report().find(({ name }) => name === 'evaluationMs')).toMatchObject({ used: 200, largest: 160 })
})

test('lists the clients that were rejected or dropped, with how often', () => {
  const { clock, clients, open } = setUp()
  open('a', 60)
  expect(() => open('a', 1)).toThrow(isFull)
  expect(() => open('a', 1)).toThrow(isFull)
  clock.now = 5_000
  open('b', 60)
  expect(clients.rejections()).toMatchObject([
    { address: 'a', resource: 'largeBodyBytes', outcome: 'dropped', scope: 'total', count: 1 },
    { address: 'a', resource: 'largeBodyBytes', outcome: 'rejected', scope: 'perClient', count: 2 },
  ])
})

test('a client that exceeds its own limit, or reads nothing, is listed as dropped by its own limit', () => {
  const { clock, clients, open } = setUp()
  const first = open('a', 40)
  clock.now = 5_000
  open('a', 30)
  const message = expect.stringContaining('while other requests of yours needed its memory')
  expect(first.taken).toEqual([expect.objectContaining({ kind: 'tooSlow', message })])
  open('b', 30).hold.drop()
  expect(clients.rejections()).toMatchObject([
    { address: 'b', outcome: 'dropped', scope: 'perClient', count: 1 },
    { address: 'a', outcome: 'dropped', scope: 'perClient', count: 1 },
  ])
})

test('all addresses of an IPv6 network are one client', () => {
  const clients = new ClientLedger()
  for (const remoteIp of ['2001:db8:0:1::1', '2001:0DB8:0:1:ffff::']) {
    expect(clients.clientOf({ remoteIp })).toEqual({ address: '2001:db8:0:1::/64' })
  }
})

test('when all clients have caused too much work, those with little work of their own are not rejected', () => {
  const limits = { evaluationMs: { total: 1_000, perClient: 500 } }
  const clients = new ClientLedger({ limits, now: () => 0 })
  for (const address of ['a', 'b', 'c']) clients.spend('evaluationMs', { address }, 400)
  clients.spend('evaluationMs', { address: 'd' }, 50)
  expect(['a', 'd', 'e'].map(address => clients.hasTime('evaluationMs', { address }))).toEqual([false, true, true])
})

import { expect, test } from 'vitest'
import { ClientLedger } from '../runtime/clients/ClientLedger.ts'
import type { Listener } from './Audience.ts'
import { SubscriberHistory } from './SubscriberHistory.ts'

const bob: Listener = { kind: 'authRecord', collectionId: 'users', id: 'bob', tokenKey: 'key' }

/** Creates a history with memory for 100 characters of each user. */
function setUp({ total = 1_000 } = {}) {
  const clients = new ClientLedger({ limits: { changeBytes: { perClient: 100, total } } })
  const history = new SubscriberHistory(clients)
  const add = (seq: number, length: number) => history.add('users', 'bob', { seq, before: { bio: `${seq}`.repeat(length) } })
  const asOf = (seq: number) => {
    const listener = history.asOf(bob, seq)
    return listener === 'unknown' || listener === undefined ? listener : listener.kind === 'authRecord' && listener.past
  }
  const used = () => clients.report().find(({ name }) => name === 'changeBytes')?.used
  return { clients, history, add, asOf, used }
}

test('earlier versions of the record of a subscriber count for the user until no evaluation needs them', () => {
  const { clients, history, add, asOf, used } = setUp()
  expect([add(1, 60), used()]).toEqual([true, 0])
  history.begin(1)
  history.begin(2)
  expect([add(2, 30), add(3, 40)]).toEqual([true, true])
  expect([used(), clients.hasRoomOf('changeBytes', 'users/bob', 31)]).toEqual([70, false])
  expect([asOf(1), asOf(2), asOf(3)]).toEqual([{ bio: '2'.repeat(30) }, { bio: '3'.repeat(40) }, undefined])
  history.end(1)
  expect(used()).toBe(40)
  history.end(2)
  expect(used()).toBe(0)
})

test('a version for which its user has no memory left is unknown, and so are later ones until one fits', () => {
  const { history, add, asOf, used } = setUp()
  history.begin(1)
  history.begin(5)
  expect([add(2, 90), add(3, 20), add(4, 20), add(6, 10)]).toEqual([true, false, false, true])
  expect([asOf(1), asOf(2), asOf(3), asOf(5)]).toEqual([{ bio: '2'.repeat(90) }, 'unknown', 'unknown', { bio: '6'.repeat(10) }])
  history.end(1)
  expect(used()).toBe(10)
  history.end(5)
  expect(used()).toBe(0)
})

test('a version is stored and released even if an evaluation is dropped to make room for it', () => {
  const { clients, history, add, asOf, used } = setUp({ total: 100 })
  /** Begins an evaluation that ends when its memory is needed. */
  const beginWaiting = (seq: number) => {
    history.begin(seq)
    clients.hold('changeBytes', { address: 'waiting' }, 60).onDropped(() => history.end(seq))
  }
  beginWaiting(1)
  history.begin(2)
  expect([add(3, 50), used()]).toEqual([true, 50])
  expect([asOf(2), asOf(3)]).toEqual([{ bio: '3'.repeat(50) }, undefined])
  history.end(2)
  expect(used()).toBe(0)

  // The dropped evaluation was the only one, so nothing needs the version.
  beginWaiting(4)
  expect([add(5, 50), asOf(4), used()]).toEqual([true, undefined, 0])
})

import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { ClientLedger } from '../runtime/clients/ClientLedger.ts'
import type { Listener } from './Audience.ts'
import { Audiences } from './Audiences.ts'
import { Deliveries } from './Deliveries.ts'
import { RealtimeClient } from './RealtimeClient.ts'

test('the audiences of a user are found with each of its tokens until their last client leaves', () => {
  const clients = new ClientLedger()
  const client = { address: '203.0.113.7' }
  const subscriber = new RealtimeClient(new Writable({ write: (_, __, done) => done() }), new Deliveries(), {
    client,
    stream: clients.hold('streams', client),
    subscriptions: clients.open('subscriptionBytes', client),
    events: clients.open('eventBytes', client),
  })
  const bob: Listener = { kind: 'authRecord', collectionId: 'users', id: 'bob', tokenKey: 'first' }
  const listeners: Listener[] = [bob, { ...bob, tokenKey: 'second' }, { ...bob, id: 'eve' }, { kind: 'guest' }]
  const audiences = new Audiences()
  for (const listener of listeners) audiences.join(subscriber, { subscription: 'notes/*', listener })
  const countOf = (listener: Listener) => audiences.ofListener(listener).size
  expect(listeners.map(countOf)).toEqual([2, 2, 1, 0])
  for (const listener of listeners.slice(0, 3)) audiences.leave(subscriber, { subscription: 'notes/*', listener })
  expect(listeners.map(countOf)).toEqual([0, 0, 0, 0])
})

import { Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { RecordChange } from '../records/changes/RecordChange.ts'
import { versions as createVersions } from '../runtime/cache/versions.ts'
import { ClientLedger } from '../runtime/clients/ClientLedger.ts'
import { Audiences } from './Audiences.ts'
import { ChangePublisher } from './ChangePublisher.ts'
import { Deliveries } from './Deliveries.ts'
import type { DescribedEvents, DescribeRequest } from './DescribedEvents.ts'
import { RealtimeClient } from './RealtimeClient.ts'
import { ChangeHistory } from './replay/ChangeHistory.ts'
import { EventIds } from './replay/EventIds.ts'
import { SentChanges } from './replay/SentChanges.ts'

const filtered = 'notes/*?options={"query":{"filter":"done=true"}}'

/** Publishes changes, whose evaluations end when the test calls `finish`. Every subscriber sees every change. */
function setUp() {
  const clients = new ClientLedger({ limits: { evaluationMs: { perClient: 100, total: 1_000_000 } }, now: () => 0 })
  const [audiences, versions, ids] = [new Audiences(), createVersions(), new EventIds()]
  const history = new ChangeHistory(versions)
  const evaluated: { recordId: string; finish: () => void }[] = []
  const describe = async ({ change, audiences: all }: DescribeRequest): Promise<DescribedEvents> => {
    await new Promise<void>(finish => evaluated.push({ recordId: change.recordId, finish }))
    return { texts: [change.recordId], textOf: all.map(() => 0), late: [], needRemoved: [], spentMs: 1 }
  }
  const warn = (_: string, error: unknown) => {
    throw error
  }
  const publisher = new ChangePublisher(
    { describe, warn, clients, versions, reached: async () => undefined },
    audiences,
    new SentChanges(history, ids, audiences),
  )
  const deliveries = new Deliveries()
  /** Subscribes a client of an address. Returns the events that it has received, and whether its stream is open. */
  const subscribe = (address: string, subscriptions = [filtered]) => {
    let written = ''
    const output = new Writable({
      write: (chunk, _, done) => {
        written += String(chunk)
        done()
      },
    })
    const client = { address }
    const subscriber = new RealtimeClient(output, deliveries, {
      client,
      stream: clients.hold('streams', client),
      subscriptions: clients.open('subscriptionBytes', client),
      events: clients.open('eventBytes', client),
    })
    subscriber.subscriptions = new Set(subscriptions)
    for (const subscription of subscriptions) audiences.join(subscriber, { subscription, listener: { kind: 'guest' } })
    return { events: () => Array.from(written.matchAll(/data:(.*)/g), ([, data]) => data), isOpen: () => !subscriber.isClosed }
  }
  let seq = 0
  const publish = (recordId: string) => {
    seq += 1
    const collection = { id: 'notes', name: 'notes', listRule: '', viewRule: '' }
    const change: RecordChange = { action: 'update', collection, recordId, record: { t: recordId } }
    publisher.publish({ seq, position: history.add(seq, change, undefined), change, removed: undefined })
  }
  /** Ends the evaluation of a change, once it has begun. */
  const finish = async (recordId: string) => {
    await expect.poll(() => evaluated.some(one => one.recordId === recordId)).toBe(true)
    for (const one of evaluated.filter(({ recordId: id }) => id === recordId)) one.finish()
    for (let turn = 0; turn < 5; turn += 1) await nextTurn()
  }
  return { clients, subscribe, publish, finish, evaluated }
}

test('an address without time for a shared subscription loses its own stream, and the others receive the event', async () => {
  const { clients, subscribe, publish, finish } = setUp()
  const [attacker, honest] = [subscribe('attacker'), subscribe('honest')]
  // The attacker is asked first, because it has caused less work than the other one in all, but too much of this kind.
  clients.spend('evaluationMs', { address: 'attacker' }, 200)
  clients.recentWork.add(['attacker'], 200)
  clients.recentWork.add(['honest'], 300)
  publish('first')
  await finish('first')
  expect([honest.isOpen(), honest.events()]).toEqual([true, ['first']])
  expect([attacker.isOpen(), attacker.events()]).toEqual([false, []])
})

test('the streams of a shared subscription end if no address has time for it', async () => {
  const { clients, subscribe, publish } = setUp()
  const all = ['a', 'b'].map(address => {
    clients.spend('evaluationMs', { address }, 200)
    return subscribe(address)
  })
  publish('first')
  await expect.poll(() => all.map(({ isOpen }) => isOpen())).toEqual([false, false])
})

test('the address with the least work evaluates a shared subscription, however many streams of others were there before', async () => {
  const { subscribe, publish, finish, evaluated } = setUp()
  const own = Array.from({ length: 600 }, (_, index) => `notes/*?options={"query":{"filter":"n=${index}"}}`)
  for (let number = 0; number < 10; number += 1) subscribe('attacker', [filtered, ...own])
  const honest = subscribe('honest')
  publish('first')
  publish('second')
  // The attacker's own subscriptions are still being evaluated for the first change.
  await finish('first')
  await expect.poll(() => evaluated.some(({ recordId }) => recordId === 'second')).toBe(true)
  await finish('second')
  expect(honest.events()).toEqual(['first', 'second'])
})

test('the events of a shared subscription arrive in the order of the changes, although different addresses evaluate them', async () => {
  const { subscribe, publish, finish } = setUp()
  const [one, other] = [subscribe('one'), subscribe('other')]
  publish('first')
  publish('second')
  await finish('second')
  expect([one.events(), other.events()]).toEqual([[], []])
  await finish('first')
  expect([one.events(), other.events()]).toEqual([
    ['first', 'second'],
    ['first', 'second'],
  ])
})

test('a client whose stream has ended causes no evaluation, even before its connection is closed', async () => {
  const { subscribe, publish, evaluated, clients } = setUp()
  const gone = subscribe('gone')
  clients.spend('evaluationMs', { address: 'gone' }, 200)
  publish('first')
  await expect.poll(gone.isOpen).toBe(false)
  clients.spend('evaluationMs', { address: 'gone' }, -200)
  publish('second')
  for (let turn = 0; turn < 5; turn += 1) await nextTurn()
  expect(evaluated).toEqual([])
})

import { Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { RecordChange, RemovedRecords } from '../records/changes/RecordChange.ts'
import { versions as createVersions } from '../runtime/cache/versions.ts'
import { ClientLedger } from '../runtime/clients/ClientLedger.ts'
import type { Audience, Listener } from './Audience.ts'
import { Audiences } from './Audiences.ts'
import { ChangePublisher } from './ChangePublisher.ts'
import { Deliveries } from './Deliveries.ts'
import type { DescribedEvents, DescribeRequest } from './DescribedEvents.ts'
import { RealtimeClient } from './RealtimeClient.ts'
import { ChangeHistory } from './replay/ChangeHistory.ts'
import { EventIds } from './replay/EventIds.ts'
import { SentChanges } from './replay/SentChanges.ts'

const filtered = 'notes/*?options={"query":{"filter":"done=true"}}'

/**
 * Publishes changes, whose evaluations end when the test calls `finish`. Every subscriber sees every change.
 * @param isLate whether the evaluation for an audience takes too long
 */
function setUp(isLate = (_: Audience) => false) {
  const limits = {
    evaluationMs: { perClient: 100, total: 1_000_000 },
    sharedChangeBytes: { perClient: 100, total: 100 },
  }
  const clients = new ClientLedger({ limits, now: () => 0 })
  const [audiences, versions, ids] = [new Audiences(), createVersions(), new EventIds()]
  const history = new ChangeHistory(versions)
  const evaluated: { recordId: string; finish: () => void }[] = []
  const describe = async ({ change, audiences: all }: DescribeRequest): Promise<DescribedEvents> => {
    await new Promise<void>(finish => evaluated.push({ recordId: change.recordId, finish }))
    const late = all.flatMap((audience, index) => (isLate(audience) ? [index] : []))
    const textOf = all.map((_, index) => (late.includes(index) ? undefined : 0))
    return { texts: [change.recordId], textOf, late, needRemoved: [], spentMs: 1 }
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
  const subscribe = (address: string, subscriptions = [filtered], listener: Listener = { kind: 'guest' }) => {
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
    for (const subscription of subscriptions) audiences.join(subscriber, { subscription, listener })
    return { events: () => Array.from(written.matchAll(/data:(.*)/g), ([, data]) => data), isOpen: () => !subscriber.isClosed }
  }
  let seq = 0
  /** @param removed the removed records of the transaction, if the change is a deletion */
  const publish = (recordId: string, removed?: RemovedRecords) => {
    seq += 1
    const collection = { id: 'notes', name: 'notes', listRule: '', viewRule: '' }
    const change: RecordChange = {
      action: removed ? 'delete' : 'update',
      collection,
      recordId,
      changedAt: '',
      record: { t: recordId },
    }
    publisher.publish({ seq, position: history.add(seq, change, removed), change, removed })
  }
  /** Notes that the record of a user is changed after the published changes. */
  const changeUser = (id: string) => publisher.remember('users', id, { seq: seq + 1, before: { t: 'earlier' } })
  /** Ends the evaluation of a change, once it has begun. */
  const finish = async (recordId: string) => {
    await expect.poll(() => evaluated.some(one => one.recordId === recordId)).toBe(true)
    for (const one of evaluated.filter(({ recordId: id }) => id === recordId)) one.finish()
    for (let turn = 0; turn < 5; turn += 1) await nextTurn()
  }
  return { clients, subscribe, publish, changeUser, finish, evaluated }
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

test('streams without filters end when the changes that wait for them take too much memory, and later ones receive events again', async () => {
  const { clients, subscribe, publish, finish, evaluated } = setUp()
  const reader = subscribe('reader', ['notes/*'])
  const filtering = subscribe('filtering')
  publish('a'.repeat(60))
  expect(reader.isOpen()).toBe(true)
  publish('b'.repeat(60))
  await expect.poll(reader.isOpen).toBe(false)
  for (const id of ['a', 'b']) await finish(id.repeat(60))
  // The second change is evaluated for the subscription with a filter only.
  expect(evaluated.filter(({ recordId }) => recordId.startsWith('b'))).toHaveLength(1)
  expect([reader.events(), filtering.events()]).toEqual([[], ['a'.repeat(60), 'b'.repeat(60)]])
  expect(clients.rejections()).toMatchObject([{ address: 'all streams', resource: 'sharedChangeBytes' }])

  const later = subscribe('reader', ['notes/*'])
  publish('c'.repeat(60))
  await finish('c'.repeat(60))
  expect(later.events()).toEqual(['c'.repeat(60)])
  // However long a change is, it is evaluated if no other one waits.
  publish('d'.repeat(200))
  await finish('d'.repeat(200))
  expect(later.events()).toHaveLength(2)
})

const removedOf = (length: number): RemovedRecords => ({
  collections: ['notes'],
  records: new Map([['notes', 'x'.repeat(length)]]),
})

test('the removed records of a deletion count once for each address and once in all, as long as one of its changes waits', async () => {
  const { clients, subscribe, publish, finish } = setUp()
  const usage = () => clients.report().find(({ name }) => name === 'changeBytes')
  subscribe('one')
  subscribe('other', ['notes/*?options={"query":{"filter":"n=1"}}'])
  const removed = removedOf(500)
  for (const id of ['note1', 'note2']) publish(id, removed)
  // Each record has five characters.
  expect(usage()).toMatchObject({ used: 520, largest: 510 })
  await finish('note1')
  await expect.poll(usage).toMatchObject({ used: 510, largest: 505 })
  await finish('note2')
  await expect.poll(usage).toMatchObject({ used: 0, largest: 0 })
})

test('streams without filters end when the removed records of deletions that wait for them take too much memory', async () => {
  const { subscribe, publish, finish, evaluated } = setUp()
  const reader = subscribe('reader', ['notes/*'])
  publish('a', removedOf(60))
  await expect.poll(() => evaluated).toHaveLength(1)
  expect(reader.isOpen()).toBe(true)
  publish('b', removedOf(60))
  await expect.poll(reader.isOpen).toBe(false)
  await finish('a')

  const later = subscribe('reader', ['notes/*'])
  publish('c', removedOf(60))
  await finish('c')
  expect(later.events()).toEqual(['c'])
  // However long a deletion is with its removed records, it is evaluated if no other change waits.
  for (const [id, length] of [
    ['d', 95],
    ['e', 200],
  ] as const) {
    publish(id, removedOf(length))
    await finish(id)
  }
  expect(later.events()).toEqual(['c', 'd', 'e'])
})

test('a subscriber loads its records again if evaluating a change with its earlier record takes too long', async () => {
  const isLate = ({ listener }: Audience) => listener.kind === 'authRecord' && listener.past !== undefined
  const { subscribe, publish, changeUser, finish, evaluated } = setUp(isLate)
  const subscriber = subscribe('home', [filtered], { kind: 'authRecord', collectionId: 'users', id: 'bob', tokenKey: 'key' })
  publish('first')
  await expect.poll(() => evaluated).toHaveLength(1)
  changeUser('bob')
  await finish('first')
  await expect.poll(() => evaluated).toHaveLength(2)
  await finish('first')
  expect(subscriber.events()).toEqual([JSON.stringify({ subscriptions: [filtered] })])
})

test('evaluations of subscriptions of several users at one address count for each of them by the number of their subscriptions', async () => {
  const { clients, subscribe, publish, finish } = setUp()
  const filters = [1, 2, 3, 4].map(n => `notes/*?options={"query":{"filter":"n=${n}"}}`)
  const listenerOf = (id: string): Listener => ({ kind: 'authRecord', collectionId: 'users', id, tokenKey: id })
  const many = subscribe('office', filters.slice(0, 3), listenerOf('many'))
  const few = subscribe('office', filters.slice(0, 1), listenerOf('few'))
  const elsewhere = subscribe('home', filters.slice(3), listenerOf('many'))
  const shares = ['users/many', 'users/few'].map(user => [user, 1] as const)
  clients.spend('evaluationMs', { address: 'earlier' }, 98, shares)
  const haveTime = () => shares.map(([user]) => clients.hasTimeOf('evaluationMs', user))
  // Each turn takes a millisecond: 3/4 of the one at the office and the whole one at home count for the first user.
  for (const [id, expected] of [
    ['first', [true, true]],
    ['second', [false, true]],
    ['third', [false, true]],
  ] as const) {
    publish(id)
    await finish(id)
    expect(haveTime()).toEqual(expected)
  }
  expect([many.isOpen(), few.isOpen(), elsewhere.isOpen()]).toEqual([false, true, false])
  expect(few.events()).toEqual(['first', 'second', 'third'])
})

import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import type { RecordChange } from '../../records/changes/RecordChange.ts'
import { versions } from '../../runtime/cache/versions.ts'
import { ClientLedger } from '../../runtime/clients/ClientLedger.ts'
import { Audiences } from '../Audiences.ts'
import { Deliveries } from '../Deliveries.ts'
import { RealtimeClient } from '../RealtimeClient.ts'
import { ChangeHistory } from './ChangeHistory.ts'
import { EventIds } from './EventIds.ts'
import { Replay } from './Replay.ts'

const address = '203.0.113.7'

const changeOf = (collection: string): RecordChange => ({
  action: 'update',
  collection: { id: collection, name: collection, listRule: '', viewRule: '' },
  recordId: 'a',
  changedAt: '',
  record: { t: 'x' },
  publicMessage: { topics: [`${collection}/*`], json: `"${collection}"` },
})

/** Replays 2,999 changes of another collection and one of the subscribed collection. */
async function replay(clients: ClientLedger, { others = 2_999, last = changeOf('notes') } = {}) {
  let written = ''
  const output = new Writable({
    write: (chunk, _, done) => {
      written += String(chunk)
      done()
    },
  })
  const history = new ChangeHistory(versions())
  for (let seq = 1; seq <= others; seq += 1) history.add(seq, changeOf('others'), undefined)
  history.add(others + 1, last, undefined)
  const client = { address }
  const subscriber = new RealtimeClient(output, new Deliveries(), {
    client,
    stream: clients.hold('streams', client),
    subscriptions: clients.open('subscriptionBytes', client),
    events: clients.open('eventBytes', client),
  })
  const audiences = new Audiences()
  audiences.join(subscriber, { subscription: 'notes/*', listener: { kind: 'guest' } })
  const publisher = { evaluateMissed: () => Promise.reject(new Error('evaluated')) }
  const parts = { clients, history, audiences, publisher, ids: new EventIds() }
  await new Replay(subscriber, new Map([['notes/*', 0]]), parts).run(others + 1)
  await expect.poll(() => written).toContain('data:')
  return Array.from(written.matchAll(/event:(.*)\ndata:(.*)/g), ([, event, data]) => [event, data])
}

test('searching the history for missed changes counts as work of the client, even if few of them are for it', async () => {
  const clients = new ClientLedger({ now: () => 0 })
  expect(await replay(clients)).toEqual([['notes/*', '"notes"']])
  expect(clients.recentWork.of(address)).toBeGreaterThan(0)
})

test('searching the history counts as work of the client even if an evaluation fails', async () => {
  const clients = new ClientLedger({ now: () => 0 })
  const { publicMessage: _, ...last } = changeOf('notes')
  await expect(replay(clients, { others: 900, last })).rejects.toThrow('evaluated')
  expect(clients.recentWork.of(address)).toBeGreaterThan(0)
})

test('a client that has caused too much work loads its records again instead of having the whole history searched', async () => {
  const limits = { evaluationMs: { perClient: 100, total: 1_000 } }
  const clients = new ClientLedger({ limits, now: () => 0 })
  clients.spend('evaluationMs', { address }, 200)
  expect(await replay(clients)).toEqual([['@resync', '{"subscriptions":["notes/*"]}']])
})

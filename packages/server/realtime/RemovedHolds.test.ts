import { expect, test } from 'vitest'
import type { RemovedRecords } from '../records/changes/RecordChange.ts'
import { ClientLedger } from '../runtime/clients/ClientLedger.ts'
import { RemovedHolds } from './RemovedHolds.ts'

const removed: RemovedRecords = { collections: ['notes'], records: new Map([['notes', 'x'.repeat(50)]]) }
const one = { address: 'one' }

test('removed records count once and are released even if an evaluation that needs them begins while room is made for them', () => {
  const clients = new ClientLedger({ limits: { changeBytes: { perClient: 100, total: 100 } } })
  const usage = () => clients.report().find(({ name }) => name === 'changeBytes')
  const holds = new RemovedHolds(clients, 'changeBytes')
  const releases: (() => void)[] = []
  const add = () => releases.push(holds.add(one, removed))
  clients.hold('changeBytes', { address: 'waiting' }, 60).onDropped(add)
  add()
  expect(releases).toHaveLength(2)
  expect(usage()).toMatchObject({ used: 50, largest: 50 })
  releases.shift()?.()
  expect(usage()).toMatchObject({ used: 50, largest: 50 })
  releases.shift()?.()
  expect(usage()).toMatchObject({ used: 0, largest: 0 })
})

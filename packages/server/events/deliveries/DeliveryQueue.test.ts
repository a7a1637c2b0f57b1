import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openEngines } from '../../db/testing/openEngines.ts'
import type { DeliveryOutcome, DeliveryStore, DueDeliveries, DueDelivery } from './Delivery.ts'
import { DeliveryQueue } from './DeliveryQueue.ts'
import { deliveryOperations } from './deliveryOperations.ts'
import { addDeliveries, findDue, listDeliveries, settleDelivery, targetsOf } from './storedDeliveries.ts'

/** Opens a queue over a database with deliveries to one target. `deliver` stands for the receiver. */
async function openQueue(contents: readonly string[], deliver: DeliveryStore['deliver'], log: Partial<DeliveryStore> = {}) {
  const { one: db, close } = await openEngines('sqlite', 'events')
  const planned = contents.map(content => ({ target: 'hook', subject: content, content }))
  await db.transaction(transaction => addDeliveries(transaction, 'test', planned, Date.now()))
  const warnings: string[] = []
  const queue = new DeliveryQueue({
    store: {
      plan: async () => false,
      trim: async () => 0,
      targets: () => targetsOf(db, 'test'),
      ...deliveryOperations(db, 'test'),
      deliver,
      ...log,
    },
    warn: message => warnings.push(message),
  })
  onTestFinished(async () => {
    await queue.close()
    await close()
  })
  queue.recover()
  const states = async () => (await listDeliveries(db, 'test', 'hook', 10)).map(({ state }) => state)
  return { states, warnings, close: () => queue.close() }
}

const delivered: DeliveryOutcome = { state: 'delivered', outcome: '' }

test('a delivery that cannot be attempted because the database cannot be used is attempted again, and not given up', async () => {
  let failures = 2
  const { states, warnings } = await openQueue(['a'], async () => {
    if (failures-- > 0) throw new Error('The thread has ended.')
    return delivered
  })
  await expect.poll(states, { timeout: 10_000 }).toEqual(['delivered'])
  expect(failures).toBe(-1)
  expect(warnings).toEqual([])
})

test('a delivery that becomes due while the queue looks for due ones is delivered although nothing wakes the queue', async () => {
  const delivery: DueDelivery = { id: 1, message: 'msg_1', target: 'hook', subject: 'a', content: 'a', created: 0, attempts: 0 }
  const none: DueDeliveries = { deliveries: [], nextDue: undefined }
  const found = [
    { deliveries: [], nextDue: Date.now() - 1 },
    { deliveries: [delivery], nextDue: undefined },
  ]
  const { states } = await openQueue(['a'], async () => delivered, { due: async () => found.shift() ?? none })
  await expect.poll(states).toEqual(['delivered'])
})

test('a delivery that is given up is logged', async () => {
  const { states, warnings } = await openQueue(['a', 'b'], async ({ content }) =>
    content === 'a' ? { state: 'parked', outcome: '{"error":"gone"}' } : delivered,
  )
  await expect.poll(states).toEqual(['delivered', 'parked'])
  await expect.poll(() => warnings).toEqual(['A delivery was given up. It can be sent again.'])
})

test('changes that are made faster than they are planned stop neither deliveries nor the trimming of the log', async () => {
  let [isWriting, trims] = [true, 0]
  const { states } = await openQueue(['a'], async () => delivered, {
    plan: async () => {
      await nextTurn()
      return isWriting
    },
    trim: async () => {
      trims += 1
      return 0
    },
  })
  onTestFinished(() => {
    isWriting = false
  })
  await expect.poll(states).toEqual(['delivered'])
  expect(trims).toBe(1)
})

test('changes that have no room are planned later, and the queue can be closed while they wait', async () => {
  let plans = 0
  const { states, warnings, close } = await openQueue(['a'], async () => delivered, {
    plan: async () => {
      plans += 1
      return 'full'
    },
  })
  await expect.poll(states).toEqual(['delivered'])
  expect(plans).toBe(1)
  await expect.poll(() => plans).toBe(2)
  expect(warnings).toEqual(['Changes wait in the log of changes.'])
  await close()
})

test.each(['sqlite', 'postgres'] as const)(
  'on %s, an attempt whose outcome arrives after the outcome of another one changes nothing',
  async kind => {
    const { one: db, close } = await openEngines(kind, 'events')
    onTestFinished(close)
    const [now, planned] = [Date.now(), { target: 'hook', subject: 'a', content: 'a' }]
    await db.transaction(transaction => addDeliveries(transaction, 'test', [planned], now))
    const [late] = (await findDue(db, { consumer: 'test', target: 'hook', limit: 1, running: [], now })).deliveries
    if (!late) throw new Error('No delivery is due.')
    const settle = (attempts: number, outcome: DeliveryOutcome) =>
      db.transaction(transaction => settleDelivery(transaction, { id: late.id, attempts }, outcome, now))
    await settle(late.attempts, { state: 'waiting', due: 1, outcome: 'first' })
    await settle(late.attempts, { state: 'parked', outcome: 'late' })
    expect(await listDeliveries(db, 'test', 'hook', 1)).toMatchObject([{ state: 'waiting', attempts: 1, outcome: 'first' }])
    await settle(1, delivered)
    await settle(1, { state: 'waiting', due: 1, outcome: 'late' })
    expect(await listDeliveries(db, 'test', 'hook', 1)).toMatchObject([{ state: 'delivered', attempts: 2, outcome: '' }])
  },
)

test.each(['sqlite', 'postgres'] as const)(
  'on %s, deliveries that are parked at once displace the oldest parked ones',
  async kind => {
    const { one: db, close } = await openEngines(kind, 'events')
    onTestFinished(close)
    const park = (contents: readonly string[]) =>
      db.transaction(transaction =>
        addDeliveries(
          transaction,
          'test',
          contents.map((content, index) => ({ target: 'hook', subject: String(index), content, problem: 'No filter.' })),
          Date.now(),
        ),
      )
    const kept = async () => (await listDeliveries(db, 'test', 'hook', 2_000)).map(({ content }) => content)
    await park(Array.from({ length: 1_005 }, (_, index) => `short${index}`))
    expect(await kept()).toHaveLength(1_000)
    // 40 of them have more characters than are kept, and leave no room for older ones.
    for (let round = 0; round < 10; round += 1) await park(Array(4).fill('x'.repeat(2_000_000)))
    expect(await kept()).toHaveLength(33)
    await park(['x'.repeat(70_000_000), 'last'])
    expect(await kept()).toEqual(['last'])
  },
)

import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ClientLedger } from '../runtime/clients/ClientLedger.ts'
import { EvaluationTooSlowError } from './DescribedEvents.ts'
import { EvaluationTurns } from './EvaluationTurns.ts'

/** Creates turns whose evaluations end when the test calls `finish`. */
function setUp() {
  const clients = new ClientLedger({ now: () => 0 })
  const turns = new EvaluationTurns(clients, error => {
    throw error
  })
  const begun: string[] = []
  const running: (() => void)[] = []
  const givesBack = new Map<string, () => void>()
  const add = (address: string, costMs: number, spentMs: number) =>
    turns.add({
      client: { address },
      characters: 0,
      costMs,
      run: async giveBack => {
        begun.push(address)
        givesBack.set(address, giveBack)
        await new Promise<void>(resolve => running.push(resolve))
        return { spentMs, sent: Promise.resolve() }
      },
      skip: () => begun.push(`${address} skipped`),
    })
  const finish = async () => {
    running.shift()?.()
    await nextTurn()
  }
  return { clients, turns, begun, givesBack, add, finish }
}

test('a few subscriptions of a client that has caused some work come before many of clients that have caused none', async () => {
  const { clients, begun, add, finish } = setUp()
  clients.recentWork.add(['honest'], 100)
  for (const number of [1, 2, 3, 4]) add(`attacker ${number}`, 500, 500)
  add('honest', 1, 1)
  expect(begun).toEqual(['attacker 1', 'attacker 2'])
  await finish()
  expect(begun[2]).toBe('honest')
})

test('an evaluation that waits for a process gives its turn to another client, and its own client waits for it', async () => {
  const { begun, givesBack, add, finish } = setUp()
  for (const address of ['attacker 1', 'attacker 1', 'attacker 2', 'attacker 2', 'honest']) add(address, 1, 1)
  expect(begun).toEqual(['attacker 1', 'attacker 2'])
  givesBack.get('attacker 1')?.()
  expect(begun).toEqual(['attacker 1', 'attacker 2', 'honest'])
  givesBack.get('attacker 2')?.()
  expect(begun).toEqual(['attacker 1', 'attacker 2', 'honest'])
  await finish()
  expect(begun).toEqual(['attacker 1', 'attacker 2', 'honest', 'attacker 1'])
})

test('evaluations that take longer than a turn delay only those of their clients', () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const { begun, add } = setUp()
  for (const address of ['attacker 1', 'attacker 1', 'attacker 2', 'honest']) add(address, 1, 1)
  expect(begun).toEqual(['attacker 1', 'attacker 2'])
  vi.advanceTimersByTime(1_000)
  expect(begun).toEqual(['attacker 1', 'attacker 2', 'honest'])
})

test('the load of an address is the work that it has caused, and the estimated work of its waiting evaluations', async () => {
  const { turns, add, finish } = setUp()
  add('a', 500, 20)
  add('a', 300, 30)
  expect(turns.loadOf('a')).toBe(800)
  await finish()
  expect(turns.loadOf('a')).toBe(320)
  await finish()
  expect(turns.loadOf('a')).toBe(50)
})

test('an evaluation that was given up at its time limit counts for its client', async () => {
  const clients = new ClientLedger({ now: () => 0 })
  const warnings: unknown[] = []
  const turns = new EvaluationTurns(clients, error => warnings.push(error))
  const error = new EvaluationTooSlowError(30_000)
  const run = async () => {
    throw error
  }
  turns.add({ client: { address: 'attacker' }, characters: 0, costMs: 1, run, skip: () => undefined })
  await nextTurn()
  expect(warnings).toEqual([error])
  expect(['attacker', 'other'].map(address => clients.hasTime('evaluationMs', { address }))).toEqual([false, true])
})

import { compareValues } from './compareValues.ts'
import type { Difference, RealtimeEvent } from './Exchange.ts'
import type { Captured } from './placeholders.ts'

const compareEvent = (expected: RealtimeEvent, got: RealtimeEvent, captured: Captured) =>
  compareValues({ ...expected }, got, captured, 'event')

/** Compares events with the recorded ones, in any order. A near miss is compared key by key. */
export function compareEvents(
  expected: readonly RealtimeEvent[],
  got: readonly RealtimeEvent[],
  captured: Captured,
): Difference[] {
  const left = [...got]
  const differences: Difference[] = []
  for (const wanted of expected) {
    const same = left.findIndex(event => compareEvent(wanted, event, captured).length === 0)
    const near = left.findIndex(event => event.listener === wanted.listener && event.event === wanted.event)
    const index = same >= 0 ? same : near
    const [event] = index >= 0 ? left.splice(index, 1) : []
    if (event === undefined) differences.push({ at: 'event', expected: wanted, got: '(did not come)' })
    else differences.push(...compareEvent(wanted, event, captured))
  }
  return [...differences, ...left.map(event => ({ at: 'event', expected: '(none)', got: event }))]
}

import type { ExchangeOutcome } from '../../test/exchanges/runner/defineExchanges.ts'
import type { ExpectedToFail } from '../../test/exchanges/runner/expectations.ts'

/** The list after a run: scenarios that were played are listed when they failed, the others stay as they are. */
export function updateExpectedToFail(listed: ExpectedToFail, outcomes: readonly ExchangeOutcome[]): ExpectedToFail {
  const topics = new Set([...Object.keys(listed), ...outcomes.map(({ topic }) => topic)])
  const updated = [...topics].sort().map(topic => {
    const played = outcomes.filter(outcome => outcome.topic === topic)
    const notPlayed = (listed[topic] ?? []).filter(name => !played.some(({ scenario }) => scenario === name))
    const failed = played.filter(({ problem, listedAs }) => problem !== null && listedAs !== 'deviation')
    return [topic, [...notPlayed, ...failed.map(({ scenario }) => scenario)].sort()] as const
  })
  return Object.fromEntries(updated.filter(([, names]) => names.length > 0))
}

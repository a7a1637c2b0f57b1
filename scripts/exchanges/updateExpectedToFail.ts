import type { ExchangeOutcome } from '../../test/exchanges/runner/defineExchanges.ts'
import type { ExpectedToFail } from '../../test/exchanges/runner/expectations.ts'

/** Returns the list after a run: it contains the played scenarios that failed, and the entries that were not played. */
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

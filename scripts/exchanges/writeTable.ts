import type { ExchangeOutcome } from '../../test/exchanges/runner/defineExchanges.ts'

const columns = ['passed', 'listed as failing', 'deviates', 'FAILED', 'NOW PASSES'] as const

/** The column that counts a scenario; scenarios in the last two columns fail the run. */
function columnOf({ listedAs, problem }: ExchangeOutcome): (typeof columns)[number] {
  if (listedAs === null) return problem === null ? 'passed' : 'FAILED'
  if (problem === null) return 'NOW PASSES'
  return listedAs === 'deviation' ? 'deviates' : 'listed as failing'
}

export function isUnexpected(outcome: ExchangeOutcome) {
  return ['FAILED', 'NOW PASSES'].includes(columnOf(outcome))
}

function writeRow(title: string, outcomes: readonly ExchangeOutcome[]): string {
  const counts = columns.map(column => outcomes.filter(outcome => columnOf(outcome) === column).length)
  return [title.padEnd(42), ...counts.map((count, index) => String(count || '·').padStart((columns[index] ?? '').length))].join(
    '  ',
  )
}

/** Writes a row for each topic, and the totals. */
export function writeTable(outcomes: readonly ExchangeOutcome[]): string {
  const topics = [...new Set(outcomes.map(({ topic }) => topic))].sort()
  const rows = topics.map(topic =>
    writeRow(
      topic,
      outcomes.filter(outcome => outcome.topic === topic),
    ),
  )
  return [['topic'.padEnd(42), ...columns].join('  '), ...rows, writeRow(`${outcomes.length} scenarios`, outcomes)].join('\n')
}

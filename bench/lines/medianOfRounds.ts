import type { LineResult, Measurement } from './measureLine.ts'

/** Returns the middle value, or the mean of the two in the middle. */
function medianOfValues(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const last = sorted.length - 1
  return ((sorted[Math.floor(last / 2)] ?? 0) + (sorted[Math.ceil(last / 2)] ?? 0)) / 2
}

/** Returns the median of each figure, and the sums of the responses and errors. */
function medianOf(measurements: readonly Measurement[]): Measurement {
  const median = (of: (measurement: Measurement) => number) => medianOfValues(measurements.map(of))
  const sum = (of: (measurement: Measurement) => number) => measurements.reduce((total, one) => total + of(one), 0)
  return {
    responses: sum(({ responses }) => responses),
    errors: sum(({ errors }) => errors),
    rate: median(({ rate }) => rate),
    p50: median(({ p50 }) => p50),
    p99: median(({ p99 }) => p99),
    work: median(({ work }) => work),
  }
}

/** Combines rounds that have measured the same lines in the same order. A line with an unexpected response in any round has no result. */
export function medianOfRounds(rounds: readonly (readonly LineResult[])[]): LineResult[] {
  const [first = []] = rounds
  return first.map((line, index) => {
    const results = rounds.flatMap(round => round[index]?.result ?? [])
    const unexpected = results.find(result => 'wrong' in result)
    const measurements = results.flatMap(result => ('wrong' in result ? [] : [result]))
    return { ...line, result: unexpected ?? medianOf(measurements) }
  })
}

import type { Hours } from './hours.ts'
import { formatHour } from './hourText.ts'

/** Describes the chart in words. */
export function summarize({ times, totals }: Hours): string {
  const sum = totals.reduce((one, other) => one + other, 0)
  const max = totals.reduce((one, other) => Math.max(one, other), 0)
  const peak = times[totals.indexOf(max)] ?? 0
  const span = `From ${formatHour(times[0] ?? 0)} to ${formatHour(times.at(-1) ?? 0)}: ${sum} in total`
  return sum === 0 ? `${span}.` : `${span}, with a peak of ${max} at ${formatHour(peak)}.`
}

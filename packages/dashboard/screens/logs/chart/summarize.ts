import type { Hours } from './hours.ts'
import { formatHour } from './hourText.ts'

/** Describes the chart in words. */
export function summarize({ times, totals }: Hours): string {
  const sum = totals.reduce((one, other) => one + other, 0)
  const most = totals.reduce((one, other) => Math.max(one, other), 0)
  const peak = times[totals.indexOf(most)] ?? 0
  const span = `From ${formatHour(times[0] ?? 0)} to ${formatHour(times.at(-1) ?? 0)}: ${sum} in all`
  return sum === 0 ? `${span}.` : `${span}, the most, ${most}, at ${formatHour(peak)}.`
}

import { hour } from './hours.ts'

/** The most moments that are named, however wide the chart is. */
export const mostTimes = 15
const mostCounts = 4
const steps = [1, 2, 3, 4, 6, 12, 24]

/** A tick is major where a day begins. */
export const isMajor = (time: number): boolean => time % (24 * hour) === 0

/** Moments in Unix seconds to name on the axis of time: whole hours, at the same times of each day. */
export function timeTicks(from: number, to: number, most = mostTimes): number[] {
  const hours = Math.max(1, Math.ceil((to - from) / hour))
  const fits = (step: number) => countWithin(from, to, step * hour) <= most
  const step = steps.find(fits) ?? longStep(hours, fits)
  const first = Math.ceil(from / (step * hour)) * step * hour
  return Array.from({ length: countWithin(from, to, step * hour) }, (_, at) => first + at * step * hour)
}

/** Counts to name on the axis of totals, from zero: whole numbers, the last one no less than the most. */
export function countTicks(most: number): number[] {
  const least = Math.max(1, most) / (mostCounts - 1)
  const size = 10 ** Math.floor(Math.log10(least))
  const step = Math.max(1, Math.ceil([1, 2, 2.5, 5, 10].map(times => times * size).find(size => size >= least) ?? least))
  return Array.from({ length: Math.ceil(Math.max(1, most) / step) + 1 }, (_, at) => at * step)
}

/** Whole days, twice as many until they fit. */
function longStep(hours: number, fits: (step: number) => boolean): number {
  let step = 48
  while (!fits(step) && step < hours) step *= 2
  return step
}

function countWithin(from: number, to: number, step: number): number {
  return Math.max(0, Math.floor(to / step) - Math.ceil(from / step) + 1)
}

import { hour } from './hours.ts'

/** Maximum number of ticks on the time axis. */
export const maxTimeTicks = 15
const maxCountTicks = 4
/** Distances between ticks, in hours. */
const steps = [1, 2, 3, 4, 6, 12, 24]

/** Whether a tick is at the start of a day. */
export function isMajor(time: number): boolean {
  return time % (24 * hour) === 0
}

/** Returns the ticks of the time axis, in Unix seconds: whole hours, at the same times each day. */
export function timeTicks(from: number, to: number, maxTicks = maxTimeTicks): number[] {
  const hours = Math.max(1, Math.ceil((to - from) / hour))
  const fits = (step: number) => countWithin(from, to, step * hour) <= maxTicks
  const step = steps.find(fits) ?? longStep(hours, fits)
  const first = Math.ceil(from / (step * hour)) * step * hour
  return Array.from({ length: countWithin(from, to, step * hour) }, (_, at) => first + at * step * hour)
}

/** Returns the ticks of the count axis: whole numbers from zero to at least the maximum. */
export function countTicks(max: number): number[] {
  const minStep = Math.max(1, max) / (maxCountTicks - 1)
  const size = 10 ** Math.floor(Math.log10(minStep))
  const step = Math.max(1, Math.ceil([1, 2, 2.5, 5, 10].map(times => times * size).find(size => size >= minStep) ?? minStep))
  return Array.from({ length: Math.ceil(Math.max(1, max) / step) + 1 }, (_, at) => at * step)
}

/** Returns a step of whole days, doubled until the ticks fit. */
function longStep(hours: number, fits: (step: number) => boolean): number {
  let step = 48
  while (!fits(step) && step < hours) step *= 2
  return step
}

function countWithin(from: number, to: number, step: number): number {
  return Math.max(0, Math.floor(to / step) - Math.ceil(from / step) + 1)
}

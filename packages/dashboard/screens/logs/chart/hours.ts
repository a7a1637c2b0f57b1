import type { HourlyTotal } from '../../../queries/logs.ts'

/** Seconds. */
export const hour = 3600

/** Whole hours in Unix seconds, the last one exclusive. */
export interface HourRange {
  from: number
  to: number
}

/** A count for each hour of a time without gaps. */
export interface Hours {
  /** Begins of the hours in Unix seconds. */
  times: number[]
  totals: number[]
}

/** What was counted by the hour, with a zero for each hour in between, or of the range, of which nothing was counted. */
export function fillHours(counted: readonly HourlyTotal[], range?: HourRange): Hours {
  const totals = new Map(counted.map(({ date, total }) => [Date.parse(date.replace(' ', 'T')) / 1000, total]))
  if (totals.size === 0 && !range) return { times: [], totals: [] }
  const known = [...totals.keys()]
  const first = range?.from ?? known.reduce((one, other) => Math.min(one, other))
  const last = range ? range.to - hour : known.reduce((one, other) => Math.max(one, other))
  // A single hour is no line, and beside it nothing was counted.
  const margin = first === last && !range ? hour : 0
  const times = Array.from({ length: (last - first + 2 * margin) / hour + 1 }, (_, at) => first - margin + at * hour)
  return { times, totals: times.map(time => totals.get(time) ?? 0) }
}

/** The hours that begin between two moments in Unix seconds, or else the one that both lie in. */
export function hoursBetween(one: number, other: number): HourRange {
  const [start, end] = [Math.min(one, other), Math.max(one, other)]
  const from = Math.ceil(start / hour) * hour
  const to = (Math.floor(end / hour) + 1) * hour
  return from < to ? { from, to } : { from: from - hour, to: from }
}

/** The last so many hours, the one that runs included. */
export function lastHours(count: number, now: Date): HourRange {
  const to = (Math.floor(now.getTime() / 1000 / hour) + 1) * hour
  return { from: to - count * hour, to }
}

/** The condition of a filter that only these hours fulfil. */
export function rangeFilter({ from, to }: HourRange): string {
  return `created >= "${stored(from)}" && created < "${stored(to)}"`
}

/** An hour as the address says it, in UTC: `2026-01-31T14`. */
export function formatHourText(time: number): string {
  return new Date(time * 1000).toISOString().slice(0, 13)
}

/** Reads the hours of an address; undefined where it names none. */
export function readRange(from: string | undefined, to: string | undefined): HourRange | undefined {
  const range = { from: readHour(from), to: readHour(to) }
  return range.from < range.to ? range : undefined
}

const hourForm = /^\d{4}-\d\d-\d\dT\d\d$/

function readHour(text = ''): number {
  return hourForm.test(text) ? Date.parse(`${text}:00Z`) / 1000 : Number.NaN
}

function stored(time: number): string {
  return new Date(time * 1000).toISOString().replace('T', ' ')
}

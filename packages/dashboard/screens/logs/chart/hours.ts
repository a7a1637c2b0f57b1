import type { HourlyTotal } from '../../../queries/logs.ts'

/** Length of an hour in seconds. */
export const hour = 3600

/** A range of whole hours, in Unix seconds, `to` exclusive. */
export interface HourRange {
  from: number
  to: number
}

/** Totals of consecutive hours. */
export interface Hours {
  /** Starts of the hours, in Unix seconds. */
  times: number[]
  totals: number[]
}

/** Converts hourly totals to consecutive hours, with zeros for missing ones. Covers the range if there is one. */
export function fillHours(counted: readonly HourlyTotal[], range?: HourRange): Hours {
  const totals = new Map(counted.map(({ date, total }) => [Date.parse(date.replace(' ', 'T')) / 1000, total]))
  if (totals.size === 0 && !range) return { times: [], totals: [] }
  const known = [...totals.keys()]
  const first = range?.from ?? known.reduce((one, other) => Math.min(one, other))
  const last = range ? range.to - hour : known.reduce((one, other) => Math.max(one, other))
  // A single point is not a line, so an hour with zero entries is added at both sides.
  const margin = first === last && !range ? hour : 0
  const times = Array.from({ length: (last - first + 2 * margin) / hour + 1 }, (_, at) => first - margin + at * hour)
  return { times, totals: times.map(time => totals.get(time) ?? 0) }
}

/** Returns the hours that begin between two times in Unix seconds; if there are none, the hour that contains both. */
export function hoursBetween(one: number, other: number): HourRange {
  const [start, end] = [Math.min(one, other), Math.max(one, other)]
  const from = Math.ceil(start / hour) * hour
  const to = (Math.floor(end / hour) + 1) * hour
  return from < to ? { from, to } : { from: from - hour, to: from }
}

/** Returns the last `count` hours, including the current one. */
export function lastHours(count: number, now: Date): HourRange {
  const to = (Math.floor(now.getTime() / 1000 / hour) + 1) * hour
  return { from: to - count * hour, to }
}

/** Returns a filter for the entries of these hours. */
export function rangeFilter({ from, to }: HourRange): string {
  return `created >= "${formatDate(from)}" && created < "${formatDate(to)}"`
}

/** Formats an hour for the URL, in UTC: `2026-01-31T14`. */
export function formatHourText(time: number): string {
  return new Date(time * 1000).toISOString().slice(0, 13)
}

/** Parses the range in the URL; undefined if it is missing or invalid. */
export function readRange(from: string | undefined, to: string | undefined): HourRange | undefined {
  const range = { from: readHour(from), to: readHour(to) }
  return range.from < range.to ? range : undefined
}

const hourForm = /^\d{4}-\d\d-\d\dT\d\d$/

function readHour(text = ''): number {
  return hourForm.test(text) ? Date.parse(`${text}:00Z`) / 1000 : Number.NaN
}

function formatDate(time: number): string {
  return new Date(time * 1000).toISOString().replace('T', ' ')
}

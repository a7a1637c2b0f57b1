import type { Issue } from '../contract.ts'
import { parseDate } from './parseDate.ts'

/** The time of a day that was typed without one. */
export const defaultTime = '12:00:00.000Z'

const day = '(?<year>\\d{4})(?<gap>[-/.])(?<month>\\d\\d?)\\k<gap>(?<day>\\d\\d?)'
const dayFirst = '(?<day>\\d\\d?)\\.(?<month>\\d\\d?)\\.(?<year>\\d{4})'
const compactDay = '(?<year>\\d{4})(?<month>\\d\\d)(?<day>\\d\\d)'
const clock = '(?<hour>\\d\\d?):(?<minute>\\d\\d)(?::(?<second>\\d\\d)(?:[.,](?<fraction>\\d+))?)?'
const compactClock = '(?<hour>\\d\\d)(?<minute>\\d\\d)(?<second>\\d\\d)?'
const zone = '(?: *(?:Z|UTC|GMT|(?<offset>[+-]\\d\\d:?\\d\\d)))?'

const layouts = [
  ...[day, dayFirst].map(date => `${date}(?:(?:[T,]| ) *${clock}${zone})?`),
  `${compactDay}(?:T?${compactClock}${zone})?`,
].map(layout => new RegExp(`^${layout}$`, 'i'))

const epoch = /^\d{10}(?:\d{3})?$/

const two = (text: string) => text.padStart(2, '0')

/** Formats the parts of a date for `parseDate`. A day without a time is at noon. */
const plainForm = ({ year, month = '', day = '', hour, minute, second = '00', fraction = '0', offset = 'Z' }: Parts): string =>
  hour === undefined
    ? `${year}-${two(month)}-${two(day)} ${defaultTime}`
    : `${year}-${two(month)}-${two(day)}T${two(hour)}:${minute}:${second}.${fraction}${offset}`

type Parts = Record<string, string | undefined>

function readEpoch(text: string): string {
  const moment = new Date(Number(text) * (text.length > 10 ? 1 : 1000))
  return parseDate(moment.toISOString())
}

/**
 * Parses a typed or pasted date. Accepts more than the server, for example `2024-5-6 7:08`, `6.5.2024`, `20240506T070809Z`, and
 * seconds or milliseconds since 1970. Returns `YYYY-MM-DD HH:MM:SS.mmmZ` in UTC, or '' for an invalid date.
 */
export function parseTypedDate(typed: string): string {
  const text = typed.trim().replace(/\s+/g, ' ')
  if (epoch.test(text)) return readEpoch(text)
  for (const layout of layouts) {
    const parts = layout.exec(text)?.groups
    if (parts) return parseDate(plainForm(parts))
  }
  return parseDate(text)
}

const monthOrDayFirst = /^\d\d?[/-]\d\d?[/-]\d{4}\b/

/** Explains why typed text is not a date, and what to type instead. */
export function validateDateText(typed: string): Issue | undefined {
  const text = typed.trim()
  if (text === '' || parseTypedDate(text) !== '') return undefined
  const code = 'validation_invalid_date'
  if (monthOrDayFirst.test(text))
    return { code, message: 'Write the year first, so that day and month are clear: 2024-05-31 14:30.' }
  if (layouts.some(layout => layout.test(text))) return { code, message: 'There is no such day or time.' }
  return { code, message: 'Must be a date such as 2024-05-31 14:30:00.' }
}

/** Formats a stored date for an input, in UTC with seconds. Returns other text unchanged. */
export function formatTypedDate(value: string): string {
  return parseDate(value) === value ? value.slice(0, 19) : value
}

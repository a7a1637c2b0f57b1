const isoDay = '(?<year>\\d{4})-(?<month>\\d\\d)-(?<day>\\d\\d)'
const monthName = '(?<monthName>Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)'
const weekday = '(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat)'
const longWeekday = '(?:Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day'
const minutes = '(?<hour>\\d\\d?):(?<minute>\\d\\d)'
const clock = `${minutes}:(?<second>\\d\\d)(?:[.,](?<fraction>\\d+))?`
const offset = '(?<offset>[+-]\\d\\d:?\\d\\d)'
const zoneName = '[A-Z]{3,5}'
const zone = `(?:${offset}|${zoneName})`

const numericLayouts = [
  isoDay,
  `${isoDay}T${clock}(?:Z|${offset})?`,
  `${isoDay} +${clock}(?:Z| *${offset}(?: +${zoneName})?)?`,
].map(layout => new RegExp(`^${layout}$`))

// In this order: RFC 1123; RFC 822; RFC 850; ANSI C, Unix date and Ruby date; a day without a time.
const namedLayouts = [
  `${weekday}, +(?<day>\\d\\d) +${monthName} +(?<year>\\d{4}) +${clock} +${zone}`,
  `(?<day>\\d\\d) +${monthName} +(?<shortYear>\\d\\d) +${minutes} +${zone}`,
  `${longWeekday}, +(?<day>\\d\\d)-${monthName}-(?<shortYear>\\d\\d) +${clock} +${zoneName}`,
  `${weekday} +${monthName} +(?<day>\\d\\d?) +${clock}(?: +${zone})? +(?<year>\\d{4})`,
  `(?<day>\\d\\d) +${monthName} +(?<year>\\d{4})`,
].map(layout => new RegExp(`^${layout}$`, 'i'))

const layouts = [...numericLayouts, ...namedLayouts]
const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

type Parts = Record<string, string | undefined>

const yearOf = ({ year, shortYear = '' }: Parts) => Number(year ?? `${shortYear < '69' ? '20' : '19'}${shortYear}`)

const monthOf = ({ month, monthName = '' }: Parts) => (month ? Number(month) : monthNames.indexOf(monthName.toLowerCase()) + 1)

/** Returns the UTC offset in minutes; NaN for an impossible offset. */
function offsetOf({ offset = '+00:00' }: Parts): number {
  const hours = Number(offset.slice(1, 3))
  const minutes = Number(offset.slice(-2))
  if (hours > 24 || minutes > 59) return Number.NaN
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

function daysIn(year: number, month: number): number {
  const lastDay = new Date(0)
  lastDay.setUTCFullYear(year, month, 0)
  return lastDay.getUTCDate()
}

/** PocketBase 0.22 stores this text for a missing date. */
const zeroTime = '0001-01-01 00:00:00.000Z'

function canonicalText(parts: Parts): string {
  const { hour = '0', minute = '0', second = '0', fraction = '' } = parts
  const year = yearOf(parts)
  const month = monthOf(parts)
  const day = Number(parts.day)
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return ''
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return ''
  const moment = new Date(0)
  moment.setUTCFullYear(year, month - 1, day)
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'))
  moment.setUTCHours(Number(hour), Number(minute) - offsetOf(parts), Number(second), milliseconds)
  if (Number.isNaN(moment.getTime())) return ''
  const text = moment.toISOString().replace('T', ' ')
  return text.length === zeroTime.length && text !== zeroTime ? text : ''
}

const canonicalForm = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]) (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/

const isBefore29th = (text: string): boolean =>
  text.charCodeAt(8) < 0x32 || (text.charCodeAt(8) === 0x32 && text.charCodeAt(9) < 0x39)

// Rows store dates in this form, so a pattern match is enough.
const isCanonical = (text: string): boolean =>
  canonicalForm.test(text) &&
  (isBefore29th(text) || Number(text.slice(8, 10)) <= daysIn(Number(text.slice(0, 4)), Number(text.slice(5, 7))))

/**
 * Parses a date in any of the accepted layouts. Without a time zone, or with a named one, it is UTC.
 * Returns `YYYY-MM-DD HH:MM:SS.mmmZ` in UTC, or '' for an invalid date.
 */
export function parseDate(text: string): string {
  if (isCanonical(text)) return text === zeroTime ? '' : text
  for (const layout of layouts) {
    const parts = layout.exec(text)?.groups
    if (parts) return canonicalText(parts)
  }
  return ''
}

/** Converts `YYYY-MM-DD` to the calendar's form: noon of that day in local time. */
export function calendarDay(date: string): Date {
  const day = new Date(2000, 0, 1, 12)
  day.setFullYear(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10)))
  return day
}

/** Converts a day of the calendar to `YYYY-MM-DD`. */
export function dayText(day: Date): string {
  const year = String(day.getFullYear()).padStart(4, '0')
  const two = (part: number) => String(part).padStart(2, '0')
  return `${year}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

/** Returns the years offered without limits: around the displayed year and today. */
const reach = { back: 120, ahead: 30 }

/** Returns the first and the last month of a calendar that shows a day. */
export function calendarReach(shown: Date, today: Date, limits: { min: string; max: string }): { from: Date; to: Date } {
  const earliest = Math.min(shown.getFullYear(), today.getFullYear()) - reach.back
  const latest = Math.max(shown.getFullYear(), today.getFullYear()) + reach.ahead
  const first = limits.min === '' ? `${String(Math.max(1, earliest)).padStart(4, '0')}-01-01` : limits.min
  const last = limits.max === '' ? `${String(Math.min(9999, latest)).padStart(4, '0')}-12-31` : limits.max
  return { from: calendarDay(first), to: calendarDay(last) }
}

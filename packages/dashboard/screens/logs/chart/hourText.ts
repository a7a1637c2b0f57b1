const utc = { timeZone: 'UTC' } as const
const dayAndHour = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  hour12: true,
  ...utc,
})
const hourOnly = new Intl.DateTimeFormat('en-US', { hour: 'numeric', hour12: true, ...utc })
const dayOnly = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', ...utc })

const at = (time: number) => new Date(time * 1000)

/** Formats Unix seconds as `Jan 31, 2026, 2 PM UTC`. */
export function formatHour(time: number): string {
  return `${dayAndHour.format(at(time))} UTC`
}

/** Formats Unix seconds as `2 PM`. */
export function formatHourOfDay(time: number): string {
  return hourOnly.format(at(time))
}

/** Formats Unix seconds as `Jan 31, 2 PM`. */
export function formatDayAndHour(time: number): string {
  return `${formatDay(time)}, ${formatHourOfDay(time)}`
}

/** Formats Unix seconds as `Jan 31`. */
export function formatDay(time: number): string {
  return dayOnly.format(at(time))
}

const utc = { timeZone: 'UTC' } as const
const dayAndHour = new Intl.DateTimeFormat('en-US', {
  ...{ month: 'short', day: 'numeric', year: 'numeric', hour: 'numeric', hour12: true },
  ...utc,
})
const hourOnly = new Intl.DateTimeFormat('en-US', { hour: 'numeric', hour12: true, ...utc })
const dayOnly = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', ...utc })

const at = (time: number) => new Date(time * 1000)

/** An hour, given in Unix seconds, with its day: `Jan 31, 2026, 2 PM UTC`. */
export const formatHour = (time: number): string => `${dayAndHour.format(at(time))} UTC`

/** `2 PM`, of Unix seconds. */
export const formatHourOfDay = (time: number): string => hourOnly.format(at(time))

/** `Jan 31, 2 PM`, of Unix seconds. */
export const formatDayAndHour = (time: number): string => `${formatDay(time)}, ${formatHourOfDay(time)}`

/** `Jan 31`, of Unix seconds. */
export const formatDay = (time: number): string => dayOnly.format(at(time))

import { isDue, type Schedule } from './schedule.ts'

const minute = 60_000
/** Maximum number of days to search: two leap days are at most eight years apart. */
const maxDays = 8 * 366

/** Returns the next run of a schedule after a date; undefined if it never runs, for example on February 30. */
export const nextRun = (schedule: Schedule, after: Date): Date | undefined => {
  const first = Math.floor(after.getTime() / minute + 1) * minute
  const midnight = Date.UTC(after.getUTCFullYear(), after.getUTCMonth(), after.getUTCDate())
  for (let day = 0; day <= maxDays; day += 1) {
    const start = midnight + day * 24 * 60 * minute
    if (!isDay(schedule, new Date(start))) continue
    for (let at = Math.max(start, first); at < start + 24 * 60 * minute; at += minute) {
      if (isDue(schedule, new Date(at))) return new Date(at)
    }
  }
  return undefined
}

const isDay = ({ days, months, weekdays }: Schedule, day: Date): boolean =>
  days.has(day.getUTCDate()) && months.has(day.getUTCMonth() + 1) && weekdays.has(day.getUTCDay())

/** A cron schedule. It runs in each minute (UTC) whose five parts are all in their sets. */
export interface Schedule {
  minutes: ReadonlySet<number>
  hours: ReadonlySet<number>
  days: ReadonlySet<number>
  months: ReadonlySet<number>
  /** Sunday is 0. */
  weekdays: ReadonlySet<number>
}

/** Thrown for an invalid cron expression. The message is a sentence. */
export class ScheduleError extends Error {}

const macros = new Map([
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
  ['@monthly', '0 0 1 * *'],
  ['@weekly', '0 0 * * 0'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@hourly', '0 * * * *'],
])

function toNumber(text: string): number {
  if (!/^[+-]?\d+$/.test(text)) throw new ScheduleError(`Invalid number "${text}".`)
  return Number(text)
}

function readStep(step: string | undefined, max: number): number {
  if (step === undefined) return 1
  const number = toNumber(step)
  if (number < 1 || number > max) {
    throw new ScheduleError(`Invalid segment step boundary - the step must be between 1 and the ${max}.`)
  }
  return number
}

function readRange(range: string, step: number, min: number, max: number): [number, number] {
  if (range === '*') return [min, max]
  const [first = '', last, ...more] = range.split('-')
  if (more.length > 0) throw new ScheduleError('Invalid segment range format - the range must have 1 or 2 parts.')
  if (last === undefined) {
    // The misspelling is part of the 0.22 wire contract.
    if (step !== 1) {
      throw new ScheduleError('Invalid segement step - step > 1 could be used only with the wildcard or range format.')
    }
    const value = toNumber(first)
    if (value < min || value > max) {
      throw new ScheduleError('Invalid segment value - must be between the min and max of the segment.')
    }
    return [value, value]
  }
  const from = toNumber(first)
  if (from < min || from > max) {
    throw new ScheduleError(`Invalid segment range minimum - must be between ${min} and ${max}.`)
  }
  const to = toNumber(last)
  if (to < from || to > max) throw new ScheduleError(`Invalid segment range maximum - must be between ${from} and ${max}.`)
  return [from, to]
}

function readSegment(segment: string, min: number, max: number): Set<number> {
  const values = new Set<number>()
  for (const part of segment.split(',')) {
    const [range = '', step, ...more] = part.split('/')
    if (more.length > 0) throw new ScheduleError('Invalid segment step format - must be in the format */n or 1-30/n.')
    const every = readStep(step, max)
    const [from, to] = readRange(range, every, min, max)
    for (let value = from; value <= to; value += every) values.add(value)
  }
  return values
}

/**
 * Parses a cron expression: a macro such as `@daily`, or five parts separated by single spaces.
 * @throws ScheduleError
 */
export function parseSchedule(text: string): Schedule {
  const [minutes, hours, days, months, weekdays, ...more] = (macros.get(text) ?? text).split(' ')
  if (
    minutes === undefined ||
    hours === undefined ||
    days === undefined ||
    months === undefined ||
    weekdays === undefined ||
    more.length > 0
  ) {
    throw new ScheduleError('Invalid cron expression - must be a valid macro or to have exactly 5 space separated segments.')
  }
  return {
    minutes: readSegment(minutes, 0, 59),
    hours: readSegment(hours, 0, 23),
    days: readSegment(days, 1, 31),
    months: readSegment(months, 1, 12),
    weekdays: readSegment(weekdays, 0, 6),
  }
}

/** Whether a schedule runs in the minute of a date. */
export function isDue({ minutes, hours, days, months, weekdays }: Schedule, moment: Date): boolean {
  return (
    minutes.has(moment.getUTCMinutes()) &&
    hours.has(moment.getUTCHours()) &&
    days.has(moment.getUTCDate()) &&
    months.has(moment.getUTCMonth() + 1) &&
    weekdays.has(moment.getUTCDay())
  )
}

const minute = 60_000
/** Maximum number of days to search: two leap days are at most eight years apart. */
const maxDays = 8 * 366

/** Returns the next run of a schedule after a date; undefined if it never runs, for example on February 30. */
export function nextRun(schedule: Schedule, after: Date): Date | undefined {
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

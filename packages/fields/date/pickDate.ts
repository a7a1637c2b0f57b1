import { defaultTime } from './typedDate.ts'

interface Limits {
  min: string
  max: string
}

function clamp(date: string, { min, max }: Limits): string {
  if (min !== '' && date < min) return min
  return max !== '' && date > max ? max : date
}

const two = (number: number) => String(number).padStart(2, '0')

/** Moves a date to another day, `YYYY-MM-DD`, within the limits. Keeps its time; without a date the time is noon. */
export function withDay(date: string, day: string, limits: Limits): string {
  return clamp(`${day} ${date === '' ? defaultTime : date.slice(11)}`, limits)
}

/** Changes the hour or the minute of a date. Keeps the seconds. */
export function withClock(date: string, part: 'hour' | 'minute', value: number): string {
  const at = part === 'hour' ? 11 : 14
  return date.slice(0, at) + two(value) + date.slice(at + 2)
}

const minuteStep = 5

/** Returns the offered minutes: every fifth, and the current one. */
export function minuteChoices(current: number): number[] {
  const minutes = Array.from({ length: 60 / minuteStep }, (_, index) => index * minuteStep)
  return minutes.includes(current) ? minutes : [...minutes, current].sort((one, other) => one - other)
}

/** Describes the limits in a sentence. */
export function describeDateLimits({ min, max }: Limits): string {
  const shown = (date: string) => date.slice(0, 19).replace(/ 00:00:00$/, '')
  if (min !== '' && max !== '') return `From ${shown(min)} to ${shown(max)}.`
  if (min !== '') return `From ${shown(min)} on.`
  return max === '' ? '' : `Up to ${shown(max)}.`
}

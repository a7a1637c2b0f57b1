export type DurationUnit = 'days' | 'hours' | 'minutes' | 'seconds'

export const durationUnits: { value: DurationUnit; label: string }[] = [
  { value: 'days', label: 'Days' },
  { value: 'hours', label: 'Hours' },
  { value: 'minutes', label: 'Minutes' },
  { value: 'seconds', label: 'Seconds' },
]

export const secondsIn: Record<DurationUnit, number> = { days: 86_400, hours: 3600, minutes: 60, seconds: 1 }

/** Returns the largest unit in which a number of seconds is a whole amount; minutes if there are none. */
export function unitOf(seconds: number | null): DurationUnit {
  if (!seconds) return 'minutes'
  return durationUnits.find(({ value }) => seconds % secondsIn[value] === 0)?.value ?? 'seconds'
}

import type { FieldErrors } from '../../../queries/connection/failure.ts'

const lowest = -100
const highest = 100

/** What is wrong with the settings of the log beyond what the server refuses: inputs may be empty, and levels have bounds. */
export function checkLogsSettings({ logs }: { logs: { maxDays: number | null; minLevel: number | null } }): FieldErrors {
  const errors = {
    'logs.maxDays': wholeNumber(logs.maxDays),
    'logs.minLevel': wholeNumber(logs.minLevel) ?? levelBounds(logs.minLevel),
  }
  return Object.fromEntries(Object.entries(errors).flatMap(([path, error]) => (error === undefined ? [] : [[path, error]])))
}

function wholeNumber(value: number | null): string | undefined {
  if (value === null) return 'Cannot be blank.'
  return Number.isInteger(value) ? undefined : 'Must be a whole number.'
}

function levelBounds(value: number | null): string | undefined {
  if (value === null || (value >= lowest && value <= highest)) return undefined
  return `Must be from ${lowest} to ${highest}.`
}

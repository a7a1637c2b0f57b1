import type { FieldErrors } from '../../../queries/connection/failure.ts'

const lowestLevel = -100
const highestLevel = 100

/** Validates what the server does not reject: empty inputs and log levels out of range. */
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
  if (value === null || (value >= lowestLevel && value <= highestLevel)) return undefined
  return `Must be from ${lowestLevel} to ${highestLevel}.`
}

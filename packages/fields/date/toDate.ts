import { parseDate } from './parseDate.ts'

/** Casts untrusted input to a canonical date; '' if the input is not a date. */
export function toDate(input: unknown): string {
  return typeof input === 'string' ? parseDate(input) : ''
}

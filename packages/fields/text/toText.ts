import { formatDecimal } from '../formatDecimal.ts'

/** Converts a scalar to text; '' for everything else. Lone surrogates, which UTF-8 cannot represent, become U+FFFD. */
export function toText(input: unknown): string {
  if (typeof input === 'string') return input.toWellFormed()
  if (typeof input === 'number') return formatDecimal(input)
  if (typeof input === 'boolean' || typeof input === 'bigint') return String(input)
  return ''
}

import { decimalText } from '../decimalText.ts'

/** The text of a scalar; '' for everything else. Half surrogate pairs, which a file cannot hold, become U+FFFD. */
export const toText = (input: unknown): string => {
  if (typeof input === 'string') return input.toWellFormed()
  if (typeof input === 'number') return decimalText(input)
  if (typeof input === 'boolean' || typeof input === 'bigint') return String(input)
  return ''
}

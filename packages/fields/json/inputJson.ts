import { findJsonError } from './findJsonError.ts'
import { mayLoseNumbers } from './findNumberLoss.ts'
import { MalformedJson } from './MalformedJson.ts'

/** Formats a value for editing. A missing value is an empty text. */
export function toInputJson(value: unknown): string {
  if (value === null || value === undefined) return ''
  return value instanceof MalformedJson ? value.text : JSON.stringify(value, null, 2)
}

/** Parses a typed text; null for an empty one. */
export function fromInputJson(text: string): unknown {
  if (text.trim() === '') return null
  try {
    const value: unknown = JSON.parse(text)
    return mayLoseNumbers(text) && findJsonError(text) ? new MalformedJson(text) : value
  } catch {
    return new MalformedJson(text)
  }
}

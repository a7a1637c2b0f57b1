import type { Issue } from '../contract.ts'
import { countCharacters } from '../countCharacters.ts'
import { matchesPattern } from './pattern.ts'

/** Validates the number of characters of a text. */
export function validateLength(value: string, min: number | null, max: number | null): Issue | undefined {
  if (min === null && max === null) return undefined
  const count = countCharacters(value)
  if (min !== null && count < min) {
    return { code: 'validation_min_text_constraint', message: `Must be at least ${min} character(s).` }
  }
  if (max !== null && count > max) {
    return { code: 'validation_max_text_constraint', message: `Must be less than ${max} character(s).` }
  }
  return undefined
}

/** Validates that a text matches the pattern of the options, if there is one. */
export function validatePattern(value: string, options: { pattern: string }): Issue | undefined {
  if (options.pattern === '' || matchesPattern(options, value)) return undefined
  return { code: 'validation_invalid_format', message: 'Invalid value format.' }
}

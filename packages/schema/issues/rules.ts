import { type Issue, utf8Length } from '@coffer/fields'

export const blank: Issue = { code: 'validation_required', message: 'Cannot be blank.' }

/** Rejects '' and 0. A space is not blank. */
export function required(value: string | number): Issue | undefined {
  return value === '' || value === 0 ? blank : undefined
}

/** Validates the length in bytes. Empty text is valid. */
export function lengthBetween(text: string, min: number, max: number): Issue | undefined {
  const length = utf8Length(text)
  if (length === 0 || (length >= min && length <= max)) return undefined
  return min === max
    ? { code: 'validation_length_invalid', message: `The length must be exactly ${max}.` }
    : { code: 'validation_length_out_of_range', message: `The length must be between ${min} and ${max}.` }
}

/** Validates a lower bound. 0 means "not set" and is valid. */
export function atLeast(value: number, min: number): Issue | undefined {
  return value === 0 || value >= min
    ? undefined
    : { code: 'validation_min_greater_equal_than_required', message: `Must be no less than ${min}.` }
}

export function atMost(value: number, max: number): Issue | undefined {
  return value <= max
    ? undefined
    : { code: 'validation_max_less_equal_than_required', message: `Must be no greater than ${max}.` }
}

import { type Issue, utf8Length } from '@coffer/fields'

export const blank: Issue = { code: 'validation_required', message: 'Cannot be blank.' }

/** Rejects '' and 0. A space is not blank. */
export const required = (value: string | number): Issue | undefined => (value === '' || value === 0 ? blank : undefined)

/** Validates the length in bytes. Empty text is valid. */
export const lengthBetween = (text: string, shortest: number, longest: number): Issue | undefined => {
  const length = utf8Length(text)
  if (length === 0 || (length >= shortest && length <= longest)) return undefined
  return shortest === longest
    ? { code: 'validation_length_invalid', message: `The length must be exactly ${longest}.` }
    : { code: 'validation_length_out_of_range', message: `The length must be between ${shortest} and ${longest}.` }
}

/** Validates a lower bound. 0 means "not set" and is valid. */
export const atLeast = (value: number, least: number): Issue | undefined =>
  value === 0 || value >= least
    ? undefined
    : { code: 'validation_min_greater_equal_than_required', message: `Must be no less than ${least}.` }

export const atMost = (value: number, most: number): Issue | undefined =>
  value <= most ? undefined : { code: 'validation_max_less_equal_than_required', message: `Must be no greater than ${most}.` }

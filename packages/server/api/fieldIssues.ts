import { type Issue, isEmail } from '@coffer/fields'

export const blank: Issue = { code: 'validation_required', message: 'Cannot be blank.' }

export const required = (text: string): Issue | undefined => (text === '' ? blank : undefined)

/** Length in bytes; an empty text passes. */
export const lengthBetween = (text: string, shortest: number, longest: number): Issue | undefined => {
  const length = new TextEncoder().encode(text).length
  if (length === 0 || (length >= shortest && length <= longest)) return undefined
  return shortest === longest
    ? { code: 'validation_length_invalid', message: `The length must be exactly ${longest}.` }
    : { code: 'validation_length_out_of_range', message: `The length must be between ${shortest} and ${longest}.` }
}

export const emailFormat = (text: string): Issue | undefined =>
  text === '' || isEmail(text) ? undefined : { code: 'validation_is_email', message: 'Must be a valid email address.' }

/** Issues of a form without the fields that have none. */
export const present = <Key extends string>(issues: Record<Key, Issue | undefined>): Record<string, Issue> =>
  Object.fromEntries(Object.entries<Issue | undefined>(issues).flatMap(([field, issue]) => (issue ? [[field, issue]] : [])))

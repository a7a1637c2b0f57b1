import { fieldTypes, type Issue, isEmail, utf8Length } from '@coffer/fields'
import * as v from 'valibot'

/** Issues by field; the groups of the settings nest without a wrapper. */
export type SettingsIssues = { [field: string]: Issue | SettingsIssues }

export const blank: Issue = { code: 'validation_required', message: 'Cannot be blank.' }

/** Nothing and zero are blank; a space is not. */
export const required = (value: string | number): Issue | undefined => (value === '' || value === 0 ? blank : undefined)

/** Length in bytes; an empty text passes. */
export const lengthBetween = (text: string, shortest: number, longest: number): Issue | undefined => {
  const length = utf8Length(text)
  if (length === 0 || (length >= shortest && length <= longest)) return undefined
  return shortest === longest
    ? { code: 'validation_length_invalid', message: `The length must be exactly ${longest}.` }
    : { code: 'validation_length_out_of_range', message: `The length must be between ${shortest} and ${longest}.` }
}

/** Zero stands for nothing and passes. */
export const atLeast = (value: number, least: number): Issue | undefined =>
  value === 0 || value >= least
    ? undefined
    : { code: 'validation_min_greater_equal_than_required', message: `Must be no less than ${least}.` }

export const atMost = (value: number, most: number): Issue | undefined =>
  value <= most ? undefined : { code: 'validation_max_less_equal_than_required', message: `Must be no greater than ${most}.` }

export const emailFormat = (text: string): Issue | undefined =>
  text === '' || isEmail(text) ? undefined : { code: 'validation_is_email', message: 'Must be a valid email address.' }

const urlOptions = fieldTypes.url.options.parse({})
const isUrl = (text: string): boolean => fieldTypes.url.validate(text, urlOptions) === undefined

/** An address, also one such as `localhost:8090` that has a port in place of a scheme and a dot. Nothing passes. */
export const urlFormat = (text: string): Issue | undefined => {
  const passes = isUrl(text) || (text.length > 3 && text.includes(':') && isUrl(`http://${text}`))
  return passes ? undefined : { code: 'validation_is_url', message: 'Must be a valid URL.' }
}

const hostName = /^\w[\w-]{0,62}(?:\.\w[\w-]{0,62})*[._]?$/
const isHostName = (text: string): boolean => text.replaceAll('.', '').length <= 255 && hostName.test(text)
const ipv6 = v.pipe(v.string(), v.ipv6())
const isIpv6 = (text: string): boolean => v.is(ipv6, text)

/** A name of DNS or an IP address; nothing passes. */
export const hostFormat = (text: string): Issue | undefined =>
  text === '' || isHostName(text) || isIpv6(text)
    ? undefined
    : { code: 'validation_is_host', message: 'Must be a valid IP address or DNS name.' }

const isIssue = (part: Issue | SettingsIssues): part is Issue => typeof part.code === 'string'

/** Issues without the fields and groups that have none. */
export const collectIssues = (parts: Record<string, Issue | SettingsIssues | undefined>): SettingsIssues =>
  Object.fromEntries(
    Object.entries(parts).flatMap(([field, part]) =>
      part === undefined || (!isIssue(part) && Object.keys(part).length === 0) ? [] : [[field, part]],
    ),
  )

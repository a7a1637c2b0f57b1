import { fieldTypes, type Issue, isEmail } from '@coffer/fields'
import * as v from 'valibot'

export function validateEmailFormat(text: string): Issue | undefined {
  return text === '' || isEmail(text) ? undefined : { code: 'validation_is_email', message: 'Must be a valid email address.' }
}

const urlOptions = fieldTypes.url.options.parse({})
const isUrl = (text: string): boolean => fieldTypes.url.validate(text, urlOptions) === undefined

/** Validates a URL. Also accepts `host:port` without a scheme, for example `localhost:8090`. Empty text is valid. */
export function validateUrlFormat(text: string): Issue | undefined {
  const passes = isUrl(text) || (text.length > 3 && text.includes(':') && isUrl(`http://${text}`))
  return passes ? undefined : { code: 'validation_is_url', message: 'Must be a valid URL.' }
}

const hostName = /^\w[\w-]{0,62}(?:\.\w[\w-]{0,62})*[._]?$/
const isHostName = (text: string): boolean => text.replaceAll('.', '').length <= 255 && hostName.test(text)
const ipv6 = v.pipe(v.string(), v.ipv6())
const isIpv6 = (text: string): boolean => v.is(ipv6, text)

/** Validates a DNS name or IP address. Empty text is valid. */
export function validateHostFormat(text: string): Issue | undefined {
  return text === '' || isHostName(text) || isIpv6(text)
    ? undefined
    : { code: 'validation_is_host', message: 'Must be a valid IP address or DNS name.' }
}

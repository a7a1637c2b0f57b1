import type { FieldType, Issue } from '../contract.ts'
import { domainHelp } from '../domains/domainHelp.ts'
import { allowsDomain, type DomainOptions, domainOptions, validateDomainOptions } from '../domains/options.ts'
import { textRules } from '../text/textRules.ts'
import { abilities } from './abilities.ts'
import { urlHost } from './urlHost.ts'

function validate(value: string, options: DomainOptions): Issue | undefined {
  if (value === '') return undefined
  const host = urlHost(value)
  if (host === undefined) return { code: 'validation_invalid_url', message: 'Must be a valid url.' }
  if (!allowsDomain(options, host)) return { code: 'validation_url_domain_not_allowed', message: 'Url domain is not allowed.' }
  return undefined
}

function example(options: DomainOptions): string {
  const address = `https://${options.onlyDomains?.[0] ?? 'example.com'}`
  return validate(address, options) ? '' : address
}

/** A web or WebSocket URL. */
export const field: FieldType<DomainOptions, string> = {
  ...textRules,
  ...abilities,
  label: 'URL',
  options: domainOptions,
  validateOptions: validateDomainOptions,
  validate,
  describe: options => `A URL. ${domainHelp(options)}`.trim(),
  example,
}

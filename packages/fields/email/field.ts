import type { FieldType, Issue } from '../contract.ts'
import { domainHelp } from '../domains/domainHelp.ts'
import { allowsDomain, type DomainOptions, domainOptions, validateDomainOptions } from '../domains/options.ts'
import { textRules } from '../text/textRules.ts'
import { abilities } from './abilities.ts'
import { isEmail } from './isEmail.ts'

function validate(value: string, options: DomainOptions): Issue | undefined {
  if (value === '') return undefined
  if (!isEmail(value)) return { code: 'validation_invalid_email', message: 'Must be a valid email.' }
  if (!allowsDomain(options, value.slice(value.lastIndexOf('@') + 1))) {
    return { code: 'validation_email_domain_not_allowed', message: 'Email domain is not allowed.' }
  }
  return undefined
}

function example(options: DomainOptions): string {
  const address = `test@${options.onlyDomains?.[0] ?? 'example.com'}`
  return validate(address, options) ? '' : address
}

/** An email address. */
export const field: FieldType<DomainOptions, string> = {
  ...textRules,
  ...abilities,
  label: 'Email',
  options: domainOptions,
  validateOptions: validateDomainOptions,
  validate,
  describe: options => `An email address. ${domainHelp(options)}`.trim(),
  example,
}

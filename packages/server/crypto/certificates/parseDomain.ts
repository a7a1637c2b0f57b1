import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'

/** Names of at most 253 characters with at least two labels, the last of which is not a number. */
const namePattern = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/

function problemOf(text: string): string {
  if (text.includes('*')) return 'Certificates for * need changes of DNS records. Name each domain.'
  if (/^[a-z]+:\/\//i.test(text) || /[/:]/.test(text)) return 'Write the name alone, without https://, port or path.'
  if (isIP(text) > 0) return 'Addresses get no certificate. Use a domain that points to this machine.'
  return 'Use a public name such as example.com.'
}

/**
 * Parses a domain that a certificate is issued for. Names beyond ASCII are converted to their ASCII form.
 * @throws Error with a sentence for the command line
 */
export function parseDomain(text: string): string {
  const name = isIP(text) > 0 ? '' : domainToASCII(text.trim().replace(/\.$/, ''))
  if (namePattern.test(name)) return name
  throw new Error(`"${text}" is not a domain that a certificate can be issued for. ${problemOf(text)}`)
}

/** Returns the `www.` name of each domain that is not a domain of the server itself, as PocketBase 0.22 does. */
export function aliasesOf(domains: readonly string[]): Map<string, string> {
  const aliases = domains
    .filter(domain => !domain.startsWith('www.') && !domains.includes(`www.${domain}`))
    .map(domain => [`www.${domain}`, domain] as const)
  return new Map(aliases)
}

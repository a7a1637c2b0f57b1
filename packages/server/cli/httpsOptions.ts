import { resolve } from 'node:path'
import { InvalidArgumentError } from 'commander'
import type { HttpsOptions } from '../config/config.ts'
import { parseDomain } from '../crypto/certificates/parseDomain.ts'
import { messageOf } from '../errors/inspectError.ts'
import type { OptionValue } from './readOptions.ts'

/** The options that decide about HTTPS. */
export interface HttpsArguments {
  /** The domains after `serve`. */
  domains: readonly string[]
  https?: string
  certificate?: string
  key?: string
  acmeDirectory: string
  /** The name of the node; undefined for the only server of its database. */
  node?: string
}

/** Where HTTP and HTTPS listen if domains are named. */
const publicAddresses: Readonly<Record<string, string>> = { http: '0.0.0.0:80', https: '0.0.0.0:443' }

/** Parses a domain on the command line, and adds it to those before. */
export function addDomain(text: string, earlier: readonly string[] = []): readonly string[] {
  try {
    const domain = parseDomain(text)
    return earlier.includes(domain) ? earlier : [...earlier, domain]
  } catch (error) {
    throw new InvalidArgumentError(messageOf(error))
  }
}

/** The directory of Let's Encrypt. */
export const defaultAcmeDirectory = 'https://acme-v02.api.letsencrypt.org/directory'

/** Parses the value of `--acmeDirectory`. */
export function parseAcmeDirectory(text: string): string {
  if (URL.parse(text)?.protocol === 'https:') return text
  throw new InvalidArgumentError('It must be the address of an ACME directory, beginning with https://.')
}

/** Replaces the default addresses of HTTP and HTTPS: with domains, the server listens on all interfaces and the usual ports. */
export function withPublicAddresses(values: readonly OptionValue[], domains: readonly string[]): OptionValue[] {
  const isDefault = ({ name, source }: OptionValue) => source === 'default' && name in publicAddresses
  return values.map(value => (domains.length > 0 && isDefault(value) ? { ...value, value: publicAddresses[value.name] } : value))
}

/** Returns the host of `--https` as a domain if it is one, as in PocketBase 0.22. */
function domainOf(address: string): string[] {
  try {
    return [parseDomain(address.replace(/:\d+$/, ''))]
  } catch {
    return []
  }
}

/**
 * Returns the options of HTTPS; undefined if it is off.
 * @throws Error with a sentence for the command line if something is missing
 */
export function httpsOptions({
  domains,
  https,
  certificate,
  key,
  acmeDirectory,
  node,
}: HttpsArguments): HttpsOptions | undefined {
  if ((certificate === undefined) !== (key === undefined)) {
    throw new Error('--certificate and --key belong together. Pass both, or neither.')
  }
  if (https === undefined) {
    if (certificate === undefined) return undefined
    throw new Error(
      'A certificate needs an address of HTTPS. Name your domain, as in "coffer serve example.com", or pass --https 0.0.0.0:443.',
    )
  }
  const names = domains.length > 0 ? domains : domainOf(https)
  if (certificate !== undefined && key !== undefined) {
    return { domains: names, source: { kind: 'files', files: { certificate: resolve(certificate), key: resolve(key) } } }
  }
  if (node !== undefined) {
    const files = 'pass the files of a certificate with --certificate and --key.'
    throw new Error(
      names.length > 0
        ? `A node cannot order certificates, because the authority could reach another node at the domain. Let the load balancer serve HTTPS and leave out the domain, or ${files}`
        : `HTTPS needs a certificate. Let the load balancer serve HTTPS and leave out --https, or ${files}`,
    )
  }
  if (names.length > 0) return { domains: names, source: { kind: 'acme', directoryUrl: acmeDirectory } }
  throw new Error(
    'HTTPS needs a certificate. Name your domain, as in "coffer serve example.com", or pass the files with --certificate and --key.',
  )
}

import type { CertificatePaths } from '../../../config/config.ts'
import { CertificateCache, type DomainStatus } from '../../../crypto/certificates/CertificateCache.ts'
import { readCertificateFiles } from '../../../crypto/certificates/certificateFiles.ts'
import { aliasesOf } from '../../../crypto/certificates/parseDomain.ts'
import { type CertificateFacts, parseKeyPair } from '../../../crypto/certificates/parseKeyPair.ts'
import { messageOf } from '../../../errors/inspectError.ts'
import type { Check, Finding } from '../Check.ts'

/** Milliseconds before the end of a certificate in files at which nobody seems to renew it. Certificates can be valid for a week. */
const noticeMs = 3 * 24 * 60 * 60_000

/** Maximum milliseconds between the time of the next attempt and the attempt of a running server, whose clock can have been changed. */
const maxDelayMs = 60 * 60_000

const day = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ')

const covers = (names: readonly string[], domain: string): boolean =>
  names.includes(domain) || names.includes(`*.${domain.replace(/^[^.]+\./, '')}`)

function examineValidity({ names, validTo }: CertificateFacts, path: string, domains: readonly string[]): Finding[] {
  const advice = 'Renew it. The server reads the new files without a restart.'
  const missing = domains.filter(domain => !covers(names, domain))
  const uncovered: Finding[] = missing.map(domain => ({
    severity: 'problem',
    message: `The certificate ${path} is not valid for ${domain}, so browsers do not open that address.`,
    advice: 'Get a certificate with all domains.',
  }))
  if (validTo < Date.now()) {
    return [{ severity: 'problem', message: `The certificate ${path} expired on ${day(validTo)} UTC.`, advice }, ...uncovered]
  }
  if (validTo - Date.now() > noticeMs) return uncovered
  return [{ severity: 'notice', message: `The certificate ${path} expires on ${day(validTo)} UTC.`, advice }, ...uncovered]
}

async function examineFiles(paths: CertificatePaths, domains: readonly string[]): Promise<Finding[]> {
  try {
    return examineValidity(parseKeyPair(await readCertificateFiles(paths)), paths.certificate, domains)
  } catch (error) {
    const advice = 'Correct the files. Until then, the server keeps the certificate that it has read before, and cannot restart.'
    return [{ severity: 'problem', message: messageOf(error), advice }]
  }
}

async function examineDomain(
  cache: CertificateCache,
  domain: string,
  { failure }: DomainStatus,
  isAlias: boolean,
): Promise<Finding[]> {
  if (!failure) return []
  const certificate = await cache.read(domain)
  const isValid = certificate !== undefined && certificate.validTo > Date.now()
  const state = isValid
    ? `The certificate of ${domain}, valid until ${day(certificate.validTo)} UTC, could not be renewed.`
    : `There is no valid certificate for ${domain}, so browsers do not open that address.`
  const next = `The next attempt is at ${day(failure.nextAttempt)} UTC.`
  const advice = [failure.advice, next].join(' ').trim()
  // Clients can also ask for the certificate of an alias that nobody uses and that has no DNS record.
  const severity = isValid || isAlias ? 'notice' : 'problem'
  return [{ severity, message: `${state} ${failure.message}`, advice }]
}

/** Returns whether a server seems to order the certificate again. */
const isOrdered = ({ failure }: DomainStatus): boolean => failure !== undefined && Date.now() < failure.nextAttempt + maxDelayMs

export const certificates: Check = {
  name: 'certificates',
  title: 'The certificates for HTTPS are valid and renewed.',
  find: async ({ config: { dataDir, https }, isServer }) => {
    // The certificates and failures in the data directory are those of earlier starts.
    if (isServer && !https) return []
    if (https?.source.kind === 'files') return examineFiles(https.source.files, https.domains)
    const cache = new CertificateCache(dataDir)
    const status = await cache.readStatus()
    // The command line does not know the domains of the server. Those of earlier starts may be served by a proxy by now.
    const domains = https?.domains ?? Object.keys(status).filter(name => isOrdered(status[name] ?? {}))
    const aliases = https ? aliasesOf(https.domains) : new Map<string, string>()
    const findings = await Promise.all(
      [...domains, ...aliases.keys()].map(name => examineDomain(cache, name, status[name] ?? {}, aliases.has(name))),
    )
    return findings.flat()
  },
}

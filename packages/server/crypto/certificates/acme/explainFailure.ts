import { sentence } from '@coffer/fields'
import { messageOf } from '../../../errors/inspectError.ts'
import type { FailureKind } from './schedule.ts'

/** A problem document of an authority (RFC 8555, section 6.7). */
export interface AcmeProblem {
  /** The last part of the type's URN, such as `dns`. */
  type: string
  detail: string
  retryAfterMs?: number
}

/** Thrown when an authority reports a problem. */
export class AcmeError extends Error {
  readonly problem: AcmeProblem

  constructor(problem: AcmeProblem) {
    super(problem.detail)
    this.problem = problem
  }
}

export interface ExplainedFailure {
  kind: FailureKind
  message: string
  advice: string
  retryAfterMs?: number
}

const checkPorts = 'Open the ports 80 and 443 for everyone in the firewall, and forward them to this machine.'

/** Explains the types of problems (RFC 8555, section 6.7). */
const explanations: Record<string, (domain: string) => { what: string; advice: string }> = {
  dns: domain => ({
    what: `The authority found no address for ${domain}`,
    advice: `Create an A or AAAA record for ${domain} with the public address of this machine.`,
  }),
  connection: domain => ({
    what: `The authority could not connect to ${domain}`,
    advice: `${checkPorts} ${checkRecord(domain)}`,
  }),
  tls: domain => ({
    what: `The authority could not connect to ${domain} over TLS`,
    advice: `${checkPorts} ${checkRecord(domain)}`,
  }),
  unauthorized: domain => ({
    what: `A different server answered for ${domain}`,
    advice: `${checkRecord(domain)} A proxy before this machine must pass connections on unchanged.`,
  }),
  incorrectResponse: domain => ({ what: `A different server answered for ${domain}`, advice: checkRecord(domain) }),
  caa: domain => ({
    what: `A CAA record forbids the authority to issue certificates for ${domain}`,
    advice: 'Change the CAA record, or choose another authority with --acmeDirectory.',
  }),
  rejectedIdentifier: domain => ({
    what: `The authority issues no certificates for ${domain}`,
    advice: 'Check the spelling of the domain, or choose another authority with --acmeDirectory.',
  }),
  externalAccountRequired: () => ({
    what: 'The authority only issues certificates to registered accounts',
    advice: 'Choose another authority with --acmeDirectory.',
  }),
  rateLimited: () => ({
    what: 'The rate limit of the authority is reached',
    advice: 'The server waits as long as the authority asks. Restarts do not shorten the wait.',
  }),
}

const checkRecord = (domain: string): string =>
  `Check that the A and AAAA records of ${domain} have only addresses of this machine.`

const notReached = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ECONNABORTED', 'EHOSTUNREACH'])

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Explains why a certificate could not be ordered, and what to do. */
export function explainFailure(error: unknown, domain: string, directoryUrl: string): ExplainedFailure {
  const reason = sentence(messageOf(error))
  if (error instanceof AcmeError) {
    const { detail, retryAfterMs } = error.problem
    // Not every authority has a type of its own for this.
    const type = /could not resolve|NXDOMAIN|SERVFAIL/i.test(detail) ? 'dns' : error.problem.type
    const explained = (Object.hasOwn(explanations, type) ? explanations[type]?.(domain) : undefined) ?? {
      what: 'The authority rejected the order',
      advice: checkRecord(domain),
    }
    const kind = type === 'rateLimited' ? 'rateLimited' : type === 'serverInternal' ? 'unavailable' : 'rejected'
    const message = `${explained.what}: ${reason}`
    return { kind, message, advice: explained.advice, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
  }
  const { host } = new URL(directoryUrl)
  const isCertificate = /CERT|SELF_SIGNED|UNABLE_TO/.test(codeOf(error))
  const advice = notReached.has(codeOf(error))
    ? `Check that this machine can resolve ${host} and may connect to it.`
    : isCertificate
      ? `This machine does not trust the certificate of ${host}. If that is your own authority, name its certificate in NODE_EXTRA_CA_CERTS.`
      : `If this does not pass, check the address of the authority, ${directoryUrl}.`
  return { kind: 'unavailable', message: `The authority ${host} cannot be used: ${reason}`, advice }
}

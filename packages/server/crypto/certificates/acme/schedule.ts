import type { CertificateFacts } from '../parseKeyPair.ts'

/** How an attempt failed: at the authority's check of the domain, at its rate limit, or before either. */
export type FailureKind = 'rejected' | 'rateLimited' | 'unavailable'

/** Milliseconds between attempts, by the kind of the failure: after the first one, and at most. */
export type RetryPauses = Readonly<Record<FailureKind, { first: number; longest: number }>>

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Let's Encrypt allows five failed checks of a name per hour; an attempt causes up to two. */
export const defaultPauses: RetryPauses = {
  rejected: { first: 30 * minuteMs, longest: 12 * hourMs },
  rateLimited: { first: hourMs, longest: 12 * hourMs },
  unavailable: { first: minuteMs, longest: hourMs },
}

/** The share of its life after which a certificate is renewed, and the range of the jitter as a share of its life. */
const renewalShare = 2 / 3
const jitterShare = 1 / 30

/**
 * Returns the time at which a certificate is renewed, in milliseconds since 1970. The jitter, which keeps servers from renewing at the
 * same moment, depends on the certificate alone, so a restart does not change it.
 */
export function renewalTime({ validFrom, validTo, fingerprint }: CertificateFacts): number {
  const life = validTo - validFrom
  const jitter = Number.parseInt(fingerprint.replaceAll(':', '').slice(0, 8), 16) / 2 ** 32
  return validFrom + life * (renewalShare + jitterShare * jitter)
}

/**
 * Returns the milliseconds until the next attempt: twice as long after each failure, and up to a tenth longer.
 * @param retryAfterMs what the authority asks for
 */
export function retryPause(pauses: RetryPauses, kind: FailureKind, failures: number, retryAfterMs = 0): number {
  const { first, longest } = pauses[kind]
  const pause = Math.min(first * 2 ** Math.min(failures - 1, 20), longest)
  return Math.max(pause * (1 + Math.random() / 10), retryAfterMs)
}

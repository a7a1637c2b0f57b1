import type { CountedAttempts, StoredBucket } from '../../auth/CountedAttempts.ts'
import type { Attempt } from '../../messages/Attempt.ts'
import { createLruCache } from '../../runtime/cache/createLruCache.ts'
import { networkOf } from '../../runtime/clients/Client.ts'
import { Buckets } from './Buckets.ts'

const second = 1_000
/** Enough for a user who mistypes a password; ten thousand guesses take more than three days. */
const targetAllowance = { size: 10, intervalMs: 30 * second }
/** Higher, because many users of an office can share one address. */
const addressAllowance = { size: 100, intervalMs: 6 * second }
const mailAddressAllowance = { size: 20, intervalMs: 30 * second }
/** Limits how often the same kind of mail is sent to a record. */
const mailTargetAllowance = { size: 5, intervalMs: 120 * second }
/** Wrong one-time passwords of a record, from all addresses: anyone can request one, and it has few digits. */
const otpTargetAllowance = { size: 5, intervalMs: 36 * second }
const maxKnownPairs = 50_000

export interface BegunAttempt {
  /** Seconds to wait before the next attempt; 0 if this attempt is allowed. */
  wait: number
  /** The tokens that the attempt has taken from its buckets. */
  taken: readonly CountedAttempts[]
  /** Returns all tokens, because the attempt is not made. */
  cancel: () => void
  /** Reports whether the attempt succeeded. */
  end: (isRight: boolean) => void
  /** Whether the target has signed in from this address lately. */
  isKnown?: boolean
}

export function rejectedAttempt(waitMs: number): BegunAttempt {
  return { wait: Math.ceil(waitMs / second), taken: [], cancel: () => undefined, end: () => undefined }
}

/**
 * Limits attempts to guess passwords, tokens and OAuth2 codes, and requests for mails. Failed attempts count for each pair of a target and an
 * address, and for each address. So neither an attacker at another address nor other users of the same address lock a user out.
 */
export class AttemptLimiter {
  readonly #onCounted: (attempts: CountedAttempts) => void
  readonly #pairs: Buckets
  readonly #addresses: Buckets
  readonly #mailAddresses: Buckets
  readonly #mailTargets: Buckets
  readonly #otpTargets: Buckets
  /** Pairs of an address and a target that has signed in from it. */
  readonly #known = createLruCache<true>(maxKnownPairs)

  /**
   * @param onCounted called with each attempt that counts: those that fail, and requests for mails
   * @param now returns the current time in milliseconds since 1970, from a clock that is not set
   */
  constructor(
    onCounted: (attempts: CountedAttempts) => void = () => undefined,
    now: () => number = () => performance.timeOrigin + performance.now(),
  ) {
    this.#onCounted = onCounted
    this.#pairs = new Buckets('pair', targetAllowance, now)
    this.#addresses = new Buckets('address', addressAllowance, now)
    this.#mailAddresses = new Buckets('mailAddress', mailAddressAllowance, now)
    this.#mailTargets = new Buckets('mailTarget', mailTargetAllowance, now)
    this.#otpTargets = new Buckets('otpTarget', otpTargetAllowance, now)
  }

  /** Adds the attempts that other servers, or an earlier one, have counted. */
  restore(stored: readonly StoredBucket[]): void {
    const all = [this.#pairs, this.#addresses, this.#mailAddresses, this.#mailTargets, this.#otpTargets]
    for (const bucket of stored) for (const buckets of all) buckets.restore(bucket)
  }

  /** Begins an attempt. It counts as failed until it ends, so that simultaneous attempts are limited too. */
  begin({ kind, target }: Attempt, clientIp: string): BegunAttempt {
    const address = networkOf(clientIp)
    if (kind === 'token' || kind === 'oauth2') return this.#take([[this.#addresses, address]])
    if (kind === 'otp') {
      const byAddress: [Buckets, string] = [this.#addresses, address]
      return this.#take(target === undefined ? [byAddress] : [byAddress, [this.#otpTargets, target]])
    }
    if (kind === 'mail') return this.#beginMail(address, target)
    const pair = `${address} ${target}`
    const own: [Buckets, string] = [this.#pairs, pair]
    const isKnown = this.#known.has(pair)
    const begun = this.#take(isKnown ? [own] : [own, [this.#addresses, address]], () => this.#known.set(pair, true))
    return { ...begun, isKnown }
  }

  /** Counts every request for a mail, even if no mail is sent: otherwise the limit would reveal whether a record exists. */
  #beginMail(address: string, target: string | undefined): BegunAttempt {
    const byAddress: [Buckets, string] = [this.#mailAddresses, address]
    const begun = this.#take(target === undefined ? [byAddress] : [byAddress, [this.#mailTargets, target]])
    begun.end(false)
    return { ...begun, end: () => undefined }
  }

  #take(buckets: readonly [Buckets, string][], onSuccess: () => void = () => undefined): BegunAttempt {
    const wait = Math.max(...buckets.map(([bucket, name]) => bucket.waitFor(name)))
    if (wait > 0) return rejectedAttempt(wait)
    const taken = buckets.map(([bucket, name]) => bucket.take(name))
    const cancel = () => {
      for (const [bucket, name] of buckets) bucket.giveBack(name)
    }
    return {
      wait: 0,
      taken,
      cancel,
      end: isRight => {
        if (!isRight) {
          for (const attempts of taken) this.#onCounted(attempts)
          return
        }
        cancel()
        onSuccess()
      },
    }
  }
}

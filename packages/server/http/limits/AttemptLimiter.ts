import type { Attempt } from '../../messages/Attempt.ts'
import { createLruCache } from '../../runtime/createLruCache.ts'
import { Buckets } from './Buckets.ts'
import { networkOf } from './networkOf.ts'

const second = 1_000
/** A person who mistypes a password stays below; ten thousand guesses take more than three days. */
const targetAllowance = { size: 10, intervalMs: 30 * second }
/** An office behind one address has many people who mistype. */
const addressAllowance = { size: 100, intervalMs: 6 * second }
const mailAddressAllowance = { size: 20, intervalMs: 30 * second }
/** As often as a record may be sent the same kind of mail. */
const mailTargetAllowance = { size: 5, intervalMs: 120 * second }
const maxKnownPairs = 50_000

/** An attempt that has begun. */
interface BegunAttempt {
  /** Seconds until the next attempt; 0 for one that may go on. */
  wait: number
  /** Reports whether the attempt succeeded. */
  end: (isRight: boolean) => void
}

const rejected = (waitMs: number): BegunAttempt => ({ wait: Math.ceil(waitMs / second), end: () => undefined })

/**
 * Limits attempts to guess passwords and tokens and to have mails sent. Only failed guesses count, for each pair of a target and an
 * address, and for each address. An attacker elsewhere does not lock the owner out, and neither do others behind the owner's address.
 */
export class AttemptLimiter {
  readonly #pairs: Buckets
  readonly #addresses: Buckets
  readonly #mailAddresses: Buckets
  readonly #mailTargets: Buckets
  /** Pairs of a target and an address from which it has signed in. */
  readonly #known = createLruCache<true>(maxKnownPairs)

  constructor(now: () => number = () => performance.now()) {
    this.#pairs = new Buckets(targetAllowance, now)
    this.#addresses = new Buckets(addressAllowance, now)
    this.#mailAddresses = new Buckets(mailAddressAllowance, now)
    this.#mailTargets = new Buckets(mailTargetAllowance, now)
  }

  /** Begins an attempt, which counts as failed until it has ended: otherwise many at once would not be limited. */
  begin({ kind, target }: Attempt, clientIp: string): BegunAttempt {
    const address = networkOf(clientIp)
    if (kind === 'token') return this.#take([[this.#addresses, address]])
    if (kind === 'mail') return this.#beginMail(address, target)
    const pair = `${address} ${target}`
    const own: [Buckets, string] = [this.#pairs, pair]
    return this.#take(this.#known.has(pair) ? [own] : [own, [this.#addresses, address]], () => this.#known.set(pair, true))
  }

  /** Whether a mail is sent tells whether a record exists, so all requests for one count alike and none is given back. */
  #beginMail(address: string, target: string | undefined): BegunAttempt {
    const byAddress: [Buckets, string] = [this.#mailAddresses, address]
    const { wait } = this.#take(target === undefined ? [byAddress] : [byAddress, [this.#mailTargets, target]])
    return { wait, end: () => undefined }
  }

  #take(buckets: readonly [Buckets, string][], onSuccess: () => void = () => undefined): BegunAttempt {
    const wait = Math.max(...buckets.map(([bucket, name]) => bucket.waitFor(name)))
    if (wait > 0) return rejected(wait)
    for (const [bucket, name] of buckets) bucket.change(name, -1)
    return {
      wait: 0,
      end: isRight => {
        if (!isRight) return
        for (const [bucket, name] of buckets) bucket.change(name, 1)
        onSuccess()
      },
    }
  }
}

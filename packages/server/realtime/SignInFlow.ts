import { timingSafeEqual } from 'node:crypto'
import type { ProviderReturn } from '../auth/oauth2/ProviderProof.ts'
import { randomSecret } from '../crypto/randomText.ts'
import type { SignInStart } from './SubscriptionRequest.ts'

/** Time for which a provider's code waits for the user's confirmation: about as long as providers accept it. */
const maxHeldMs = 10 * 60_000

interface HeldReturn {
  ticket: string
  returned: ProviderReturn
  /** When it expires, in milliseconds of the monotonic clock. */
  expires: number
}

function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** What requests at another node have to know about a sign-in. */
export interface SignInView {
  /** See `SignInStart.application`. */
  application: string
  /** Cookie value that identifies the browser that started the sign-in; absent if that browser would not store the cookie. */
  browserKey?: string
}

/** Returns whether the key belongs to the browser that started the sign-in. */
export function isStartedBy({ browserKey }: SignInView, key: string | undefined): boolean {
  return key !== undefined && browserKey !== undefined && isEqual(key, browserKey)
}

/** An OAuth2 sign-in, from the client's subscription to `@oauth2` until the provider's code is delivered. */
export class SignInFlow {
  readonly application: string
  readonly #browserKey: string | undefined
  #held: HeldReturn | undefined

  constructor({ application, isSameOrigin }: SignInStart) {
    this.application = application
    this.#browserKey = isSameOrigin ? randomSecret(40) : undefined
  }

  get view(): SignInView {
    return { application: this.application, ...(this.#browserKey !== undefined && { browserKey: this.#browserKey }) }
  }

  /**
   * Returns whether a further subscription belongs to this flow. One from elsewhere begins a new flow, so that no other page ever
   * receives the key of a flow that a program has started in the name of this server's page.
   */
  isContinuedBy({ application, isSameOrigin }: SignInStart): boolean {
    return application === this.application && isSameOrigin === (this.#browserKey !== undefined)
  }

  /** Stores the provider's response until the user confirms it, replacing an earlier one. Returns the ticket for the confirmation. */
  hold(returned: ProviderReturn): string {
    const ticket = `${returned.clientId}${randomSecret(40)}`
    this.#held = { ticket, returned, expires: performance.now() + maxHeldMs }
    return ticket
  }

  /** Returns the stored response for its ticket; undefined for another ticket or after it expires. */
  held(ticket: string): ProviderReturn | undefined {
    const held = this.#held
    return held && performance.now() < held.expires && isEqual(ticket, held.ticket) ? held.returned : undefined
  }
}

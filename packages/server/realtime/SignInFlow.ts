import { timingSafeEqual } from 'node:crypto'
import { randomSecret } from '../crypto/randomText.ts'
import type { ProviderReturn } from '../messages/ProviderReturn.ts'
import type { SignInStart } from '../messages/SubscriptionRequest.ts'

/** Time for which a provider's code waits for the user's confirmation: about as long as providers accept it. */
const maxHeldMs = 10 * 60_000

interface HeldReturn {
  ticket: string
  returned: ProviderReturn
  /** Milliseconds since 1970. */
  expires: number
}

const isEqual = (given: string, expected: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
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

  /** Cookie value that identifies the browser that started the sign-in; undefined if that browser would not store the cookie. */
  get browserKey(): string | undefined {
    return this.#browserKey
  }

  /** Returns whether the key belongs to the browser that started the sign-in. */
  isStartedBy(key: string | undefined): boolean {
    return key !== undefined && this.#browserKey !== undefined && isEqual(key, this.#browserKey)
  }

  /** Stores the provider's response until the user confirms it, replacing an earlier one. Returns the ticket for the confirmation. */
  hold(returned: ProviderReturn): string {
    const ticket = `${returned.clientId}${randomSecret(40)}`
    this.#held = { ticket, returned, expires: Date.now() + maxHeldMs }
    return ticket
  }

  /** Returns the stored response for its ticket; undefined for another ticket or after it expires. */
  held(ticket: string): ProviderReturn | undefined {
    const held = this.#held
    return held && Date.now() < held.expires && isEqual(ticket, held.ticket) ? held.returned : undefined
  }
}

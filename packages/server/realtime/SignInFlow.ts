import { timingSafeEqual } from 'node:crypto'
import { randomSecret } from '../crypto/randomText.ts'
import type { ProviderReturn } from '../messages/ProviderReturn.ts'
import type { SignInStart } from '../messages/SubscriptionOrder.ts'

/** Milliseconds for which a returned code waits for the user's confirmation: about as long as providers accept it. */
const maxHeldMs = 10 * 60_000

interface HeldReturn {
  ticket: string
  returned: ProviderReturn
  /** As `Date.now()` counts. */
  expires: number
}

const isEqual = (given: string, expected: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** A sign-in through a provider, from the subscription of the client that waits for the code until the code is delivered. */
export class SignInFlow {
  readonly application: string
  readonly #browserKey: string | undefined
  #held: HeldReturn | undefined

  constructor({ application, isSameOrigin }: SignInStart) {
    this.application = application
    this.#browserKey = isSameOrigin ? randomSecret(40) : undefined
  }

  /** Secret for a cookie of the browser that started the flow; undefined where that browser would not keep it. */
  get browserKey(): string | undefined {
    return this.#browserKey
  }

  /** Whether a browser shows the secret of the one that started the flow. */
  isStartedBy(key: string | undefined): boolean {
    return key !== undefined && this.#browserKey !== undefined && isEqual(key, this.#browserKey)
  }

  /** Holds a return until the user confirms it, in place of an earlier one. Returns the one-time ticket for that. */
  hold(returned: ProviderReturn): string {
    const ticket = `${returned.clientId}${randomSecret(40)}`
    this.#held = { ticket, returned, expires: Date.now() + maxHeldMs }
    return ticket
  }

  /** The return that a ticket stands for; undefined for any other ticket and after its time. */
  held(ticket: string): ProviderReturn | undefined {
    const held = this.#held
    return held && Date.now() < held.expires && isEqual(ticket, held.ticket) ? held.returned : undefined
  }
}

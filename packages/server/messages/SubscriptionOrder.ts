import type { Listener } from './Audience.ts'

/** The page or program that subscribes to `@oauth2`. */
export interface SignInStart {
  /** Origin of the page; empty for a program that sends none. Programs can claim any. */
  application: string
  /** Whether it is a page of this server's own origin, whose browser keeps cookies of its requests. */
  isSameOrigin: boolean
}

/** What a client asks for: these subscriptions in place of those before, in this name. */
export interface SubscriptionOrder {
  clientId: string
  subscriptions: readonly string[]
  listener: Listener
  start: SignInStart
}

import type { Listener } from './Audience.ts'

/** The page or program that starts an OAuth2 sign-in by subscribing to `@oauth2`. */
export interface SignInStart {
  /** Origin of the page; empty if none is sent. Programs other than browsers can send any origin. */
  application: string
  /** Whether the page has the same origin as this server, so that the browser stores its cookies. */
  isSameOrigin: boolean
}

/** A request to replace the subscriptions and the user of a realtime client. */
export interface SubscriptionRequest {
  clientId: string
  subscriptions: readonly string[]
  listener: Listener
  start: SignInStart
}

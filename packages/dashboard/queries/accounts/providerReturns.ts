import { withoutSession } from '../connection/client.ts'

/** A sign-in that waits for the user's confirmation. */
export interface PendingSignIn {
  /** Origin of the page that started it; empty for native applications. */
  application: string
  /** Name of this server's application. */
  appName: string
  /** Names of the OAuth2 providers that the sign-in may have used. */
  providers: string[]
}

const call = <T>(method: string, ticket: string) =>
  withoutSession().send<T>(`/api/oauth2-returns/${encodeURIComponent(ticket)}`, { method })

/** Loads the sign-in to confirm. Fails with 404 if the ticket was used or has expired. */
export function loadPendingSignIn(ticket: string): Promise<PendingSignIn> {
  return call('GET', ticket)
}

/** Sends the provider's authorization code to the application, which signs in with it. */
export function confirmSignIn(ticket: string): Promise<void> {
  return call('POST', ticket)
}

/** Discards the authorization code and notifies the application that the user canceled. */
export function cancelSignIn(ticket: string): Promise<void> {
  return call('DELETE', ticket)
}

import { withoutSession } from '../connection/withoutSession.ts'

/** A sign-in that waits until the user confirms it. */
export interface HeldSignIn {
  /** Origin of the page that started it; empty for a program that has none. */
  application: string
  /** Name of this server's application. */
  appName: string
  /** Names of the providers that the sign-in may come from. */
  providers: string[]
}

const call = <T>(method: string, ticket: string) =>
  withoutSession().send<T>(`/api/oauth2-returns/${encodeURIComponent(ticket)}`, { method })

/** Loads what is about to be confirmed; 404 when the ticket was used or has expired. */
export const loadHeldSignIn = (ticket: string): Promise<HeldSignIn> => call('GET', ticket)

/** Gives the application the code of the provider, with which it signs in. */
export const confirmSignIn = (ticket: string): Promise<void> => call('POST', ticket)

/** Discards the code and tells the application that the user canceled. */
export const cancelSignIn = (ticket: string): Promise<void> => call('DELETE', ticket)

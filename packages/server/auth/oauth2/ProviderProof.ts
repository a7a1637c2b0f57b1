import type { ProviderName } from '@coffer/schema'

/** A user as reported by an OAuth2 provider. Missing values are empty. */
export interface ProviderUser {
  /** Id of the user at the provider. */
  id: string
  name: string
  username: string
  email: string
  /** Whether the provider has verified the email address. Only a verified address can identify an existing auth record. */
  isEmailVerified: boolean
  avatarUrl: string
}

/** A user that a provider has authenticated, as plain data, so that it can be sent to the writer. */
export interface ProviderProof {
  provider: ProviderName
  /** Display name of the provider. */
  displayName: string
  user: ProviderUser
  accessToken: string
  refreshToken: string
  /** Expiry of the access token in the stored date format; empty if it does not expire. */
  expiry: string
  /** The complete response of the user API. */
  rawUser: Record<string, unknown>
}

/** The parameters with which an OAuth2 provider redirects the browser back. */
export interface ProviderReturn {
  /** Value of `state`: the id of the waiting realtime client. */
  clientId: string
  /** Authorization code; empty if there is none. */
  code: string
  /** Error code; empty if the sign-in succeeded. */
  error: string
  /** Name of this server's application. */
  appName: string
  /** Display names of the providers that the code can come from. */
  providers: readonly string[]
}

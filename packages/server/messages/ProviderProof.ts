import type { ProviderName } from '@coffer/schema'

/** What a provider says of the one who signs in. Texts are empty where it says nothing. */
export interface ProviderUser {
  /** The provider's id of its account. */
  id: string
  name: string
  username: string
  email: string
  /** Whether the provider proves that the user owns the email address. Only a proven address can identify an existing auth record. */
  isEmailProven: boolean
  avatarUrl: string
}

/** What a provider has said of the one who signs in: plain data, so that it can cross to the thread that writes. */
export interface ProviderProof {
  provider: ProviderName
  /** The provider's name as users read it. */
  displayName: string
  user: ProviderUser
  accessToken: string
  refreshToken: string
  /** In the stored form of a date, or empty. */
  expiry: string
  /** The provider's whole answer. */
  rawUser: Record<string, unknown>
}

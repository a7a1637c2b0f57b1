import type { ProviderName } from '@coffer/schema'
import type { ProviderUser } from './Provider.ts'

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

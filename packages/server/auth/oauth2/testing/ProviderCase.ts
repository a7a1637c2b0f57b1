import type { ProviderUser } from '../ProviderProof.ts'

/** A response of a provider, and the user in it. */
export interface ProviderCase {
  /** Response of the user API. */
  reply: unknown
  token?: Record<string, unknown>
  /** Configured URLs, if the result depends on them. */
  authUrl?: string
  tokenUrl?: string
  /** Response of the emails list, if it is requested. */
  emails?: { at?: string; status?: number; json?: unknown }
  /** Undefined if the user must be rejected. */
  user?: Partial<ProviderUser>
}

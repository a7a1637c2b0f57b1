import { getTokenPayload } from 'pocketbase'
import { client } from '../connection/client.ts'

/** A token of an auth record. It is neither cached nor stored. */
export interface ImpersonationToken {
  token: string
  /** When it expires, in the server's format. */
  expires: string
}

/**
 * Requests a token of an auth record, which cannot be renewed. Fails with 403 if the record may not sign in.
 * @param seconds the lifetime; by default that of a sign-in
 */
export async function impersonate(collectionId: string, recordId: string, seconds?: number): Promise<ImpersonationToken> {
  const path = `/today/api/collections/${collectionId}/impersonate/${encodeURIComponent(recordId)}`
  const { token } = await client.send<{ token: string }>(path, { method: 'POST', body: { duration: seconds } })
  const { exp } = getTokenPayload(token)
  return { token, expires: new Date(Number(exp) * 1000).toISOString().replace('T', ' ') }
}

/** Whether an address is that of an impersonation. Its status 403 is about the auth record, not about the session. */
export function isImpersonation(url: string): boolean {
  return /\/impersonate\/[^/?]+$/.test(url)
}

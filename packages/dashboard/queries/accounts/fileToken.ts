import { queryOptions } from '@tanstack/react-query'
import { getTokenPayload } from 'pocketbase'
import { client } from '../connection/client.ts'

const key = 'coffer.fileToken'
/** A token that ends sooner than this is not worth using. */
const margin = 10_000

/**
 * The token that opens protected files; kept in local storage, shared by all who ask, and renewed shortly before it ends, so
 * that links never grow stale.
 */
export const fileTokenQuery = queryOptions({
  queryKey: ['fileToken'],
  queryFn: async ({ signal }) => {
    const stored = localStorage.getItem(key) ?? ''
    if (timeLeft(stored) > 0) return stored
    const token = await client.files.getToken({ signal })
    localStorage.setItem(key, token)
    return token
  },
  refetchInterval: query => (query.state.data === undefined ? false : Math.max(timeLeft(query.state.data), 1000)),
})

/** Forgets the token with the session that it came from. */
export function forgetFileToken(): void {
  localStorage.removeItem(key)
}

/** Milliseconds for which a token can be used. */
function timeLeft(token: string): number {
  const { exp } = getTokenPayload(token)
  return typeof exp === 'number' ? exp * 1000 - margin - Date.now() : 0
}

import { queryOptions } from '@tanstack/react-query'
import { getTokenPayload } from 'pocketbase'
import { client } from '../connection/client.ts'

const key = 'coffer.fileToken'
/** A token that ends sooner than this is not worth using. */
const margin = 10_000

/**
 * The token that opens protected files; kept in local storage, shared by all who ask, and renewed shortly before it ends, so
 * that links never grow stale. As a cookie it goes with all requests for files, by which the server logs them as the admin's;
 * in the addresses it would keep the browser from caching pictures.
 */
export const fileTokenQuery = queryOptions({
  queryKey: ['fileToken'],
  queryFn: async ({ signal }) => {
    const stored = localStorage.getItem(key) ?? ''
    const token = timeLeft(stored) > 0 ? stored : await client.files.getToken({ signal })
    localStorage.setItem(key, token)
    setCookie(token, Math.ceil(timeLeft(token) / 1000))
    return token
  },
  refetchInterval: query => (query.state.data === undefined ? false : Math.max(timeLeft(query.state.data), 1000)),
})

/** Forgets the token with the session that it came from. */
export function forgetFileToken(): void {
  localStorage.removeItem(key)
  setCookie('', 0)
}

function setCookie(token: string, seconds: number): void {
  const { pathname, protocol } = new URL(client.buildUrl('/api/files'))
  const secure = protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs HTTPS
  document.cookie = `coffer-file-token=${token}; path=${pathname}; max-age=${seconds}; samesite=strict${secure}`
}

/** Milliseconds for which a token can be used. */
function timeLeft(token: string): number {
  const { exp } = getTokenPayload(token)
  return typeof exp === 'number' ? exp * 1000 - margin - Date.now() : 0
}

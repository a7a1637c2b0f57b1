import { queryOptions } from '@tanstack/react-query'
import { getTokenPayload } from 'pocketbase'
import { client } from '../connection/client.ts'

const key = 'coffer.fileToken'
/** Tokens that expire sooner than this are renewed. */
const minRemainingMs = 10_000

/**
 * Loads the token for protected files. It is stored in local storage, and renewed before it expires so that links stay valid.
 * It is also set as a cookie, so that the server logs requests for public files as the admin's. A token in the URLs would prevent
 * the browser from caching images.
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

/** Removes the token when its session ends. */
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

/** Returns the milliseconds until a token has to be renewed. */
function timeLeft(token: string): number {
  const { exp } = getTokenPayload(token)
  return typeof exp === 'number' ? exp * 1000 - minRemainingMs - Date.now() : 0
}

/** Local storage key of the session. The client library defines the format of its value. */
export const sessionKey = 'coffer.session'

/** Returns the token of an unexpired admin session. Used before the client library has been loaded. */
export function storedToken(): string | undefined {
  try {
    const { token } = JSON.parse(localStorage.getItem(sessionKey) ?? '')
    const { type, exp } = JSON.parse(atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')))
    return type === 'admin' && exp * 1000 > Date.now() ? token : undefined
  } catch {
    return undefined
  }
}

/** Where the session is kept in the browser's local storage; the form of its content is the client library's. */
export const sessionKey = 'coffer.session'

/** The token of an admin's session that has not expired, read before there is a client library to do so. */
export function storedToken(): string | undefined {
  try {
    const { token } = JSON.parse(localStorage.getItem(sessionKey) ?? '')
    const { type, exp } = JSON.parse(atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')))
    return type === 'admin' && exp * 1000 > Date.now() ? token : undefined
  } catch {
    return undefined
  }
}

import { getTokenPayload } from 'pocketbase'
import { useEffect } from 'react'
import { refreshSession } from '../../queries/accounts/signIn.ts'
import { client } from '../../queries/connection/client.ts'

/** A session that ends sooner than this is renewed, so that whoever works here daily is never asked to sign in again. */
const margin = 7 * 24 * 60 * 60 * 1000

/** Renews the session when the dashboard is opened and its token has not long to live. */
export function useSessionRefresh(): void {
  useEffect(() => {
    const { exp } = getTokenPayload(client.authStore.token)
    if (typeof exp !== 'number' || exp * 1000 - Date.now() > margin) return
    refreshSession().catch(error => console.warn('The session could not be renewed.', error))
  }, [])
}

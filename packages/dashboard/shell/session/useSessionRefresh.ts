import { getTokenPayload } from 'pocketbase'
import { useEffect } from 'react'
import { refreshSession } from '../../queries/accounts/signIn.ts'
import { client } from '../../queries/connection/client.ts'

/** Sessions that expire sooner are renewed, so that admins who work here weekly never have to sign in again. */
const minRemainingMs = 7 * 24 * 60 * 60 * 1000

/** Renews the session when the dashboard is opened shortly before it expires. */
export function useSessionRefresh(): void {
  useEffect(() => {
    const { exp } = getTokenPayload(client.authStore.token)
    if (typeof exp !== 'number' || exp * 1000 - Date.now() > minRemainingMs) return
    refreshSession().catch(error => console.warn("Couldn't renew the session.", error))
  }, [])
}

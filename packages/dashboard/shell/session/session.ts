import { useSyncExternalStore } from 'react'
import { forgetFileToken } from '../../queries/accounts/fileToken.ts'
import { client } from '../../queries/connection/client.ts'
import { takeIntendedAddress } from '../address/intendedAddress.ts'

/** The signed-in admin, as the session holds it. */
export interface SignedInAdmin {
  id: string
  email: string
  avatar: number
}

/** Whether the session holds an admin's token that has not expired. The server is not asked. */
export function isSignedIn(): boolean {
  return client.authStore.isValid && client.authStore.isAdmin
}

/** Forgets the session; the server keeps none. */
export function forgetSession(): void {
  client.authStore.clear()
  forgetFileToken()
}

/** Ends the session by intent: whoever signs in next starts afresh. */
export function logOut(): void {
  forgetSession()
  takeIntendedAddress()
}

let admin = readAdmin()

client.authStore.onChange(() => {
  admin = readAdmin()
})

/** The signed-in admin; follows changes of the session, also from other tabs. */
export function useAdmin(): SignedInAdmin | undefined {
  return useSyncExternalStore(
    onChange => client.authStore.onChange(onChange),
    () => admin,
  )
}

function readAdmin(): SignedInAdmin | undefined {
  const { model } = client.authStore
  return isSignedIn() && model !== null
    ? { id: String(model.id), email: String(model.email), avatar: Number(model.avatar) }
    : undefined
}

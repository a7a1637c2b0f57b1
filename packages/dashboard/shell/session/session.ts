import { useSyncExternalStore } from 'react'
import { forgetFileToken } from '../../queries/accounts/fileToken.ts'
import { client } from '../../queries/connection/client.ts'
import { takeIntendedAddress } from '../address/intendedAddress.ts'

/** The signed-in admin, as stored in the session. */
export interface SignedInAdmin {
  id: string
  email: string
  avatar: number
}

/** Whether the session has an unexpired admin token. Does not contact the server. */
export function isSignedIn(): boolean {
  return client.authStore.isValid && client.authStore.isAdmin
}

/** Removes the session from the browser. The server stores no sessions. */
export function forgetSession(): void {
  client.authStore.clear()
  forgetFileToken()
}

/** Signs out on request. The next sign-in does not return to the current address. */
export function logOut(): void {
  forgetSession()
  takeIntendedAddress()
}

let admin = readAdmin()

client.authStore.onChange(() => {
  admin = readAdmin()
})

/** Returns the signed-in admin, and rerenders on changes in any tab. */
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

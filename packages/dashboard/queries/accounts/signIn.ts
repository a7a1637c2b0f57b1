import { client } from '../connection/client.ts'

export interface NewAdmin {
  email: string
  password: string
  passwordConfirm: string
}

/** Signs in and keeps the session in local storage. A 400 means wrong credentials. */
export async function signIn(email: string, password: string): Promise<void> {
  await client.admins.authWithPassword(email, password)
}

/**
 * Creates the first admin, which the server allows without a session, and signs in with it.
 * @param setupCode what the server printed when it started; empty where it does not ask for it
 */
export async function createFirstAdmin(admin: NewAdmin, setupCode: string): Promise<void> {
  await client.admins.create(admin, setupCode === '' ? {} : { headers: { 'X-Setup-Code': setupCode } })
  await signIn(admin.email, admin.password)
}

/** Asks for a mail with a link; the server answers alike whether the address is known or not. */
export async function requestPasswordReset(email: string): Promise<void> {
  await client.admins.requestPasswordReset(email)
}

/** Sets a new password with the token of that link; every session of the admin ends. */
export async function confirmPasswordReset(token: string, password: string, passwordConfirm: string): Promise<void> {
  await client.admins.confirmPasswordReset(token, password, passwordConfirm)
}

/** Exchanges the session's token for one that lives longer. */
export async function refreshSession(): Promise<void> {
  await client.admins.authRefresh()
}

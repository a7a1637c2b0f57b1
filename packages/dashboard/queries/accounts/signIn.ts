import { client } from '../connection/client.ts'

export interface NewAdmin {
  email: string
  password: string
  passwordConfirm: string
}

/** Signs in and stores the session in local storage. A 400 means wrong credentials. */
export async function signIn(email: string, password: string): Promise<void> {
  await client.admins.authWithPassword(email, password)
}

/**
 * Creates the first admin, which the server allows without a session, and signs in with it.
 * @param setupCode the code that the server printed when it started; empty if it requires none
 */
export async function createFirstAdmin(admin: NewAdmin, setupCode: string): Promise<void> {
  await client.admins.create(admin, setupCode === '' ? {} : { headers: { 'X-Setup-Code': setupCode } })
  await signIn(admin.email, admin.password)
}

/** Requests a password reset mail. The response does not reveal whether the email is known. */
export async function requestPasswordReset(email: string): Promise<void> {
  await client.admins.requestPasswordReset(email)
}

/** Sets a new password with the token of the mailed link. All sessions of the admin end. */
export async function confirmPasswordReset(token: string, password: string, passwordConfirm: string): Promise<void> {
  await client.admins.confirmPasswordReset(token, password, passwordConfirm)
}

let renewal: Promise<unknown> | undefined

/** Replaces the session's token with one that expires later. */
export async function refreshSession(): Promise<void> {
  renewal = client.admins.authRefresh()
  await renewal
}

/** Waits for the end of a renewal of the session, whether or not it succeeds. */
export async function waitForRenewal(): Promise<void> {
  await renewal?.catch(() => undefined)
}

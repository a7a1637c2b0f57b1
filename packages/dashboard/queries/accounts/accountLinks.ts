import { getTokenPayload } from 'pocketbase'
import { withoutSession } from '../connection/client.ts'

/** Payload of the token in a mailed link. The server validates it. */
export interface AccountLink {
  token: string
  collectionId: string
  /** The auth record's email; for an email change, the new one. */
  email: string | undefined
}

/** Reads the token of a link. Returns undefined if it is malformed or truncated. */
export function readAccountLink(token: string): AccountLink | undefined {
  const { collectionId, newEmail, email } = getTokenPayload(token)
  if (typeof collectionId !== 'string') return undefined
  const address = [newEmail, email].find(each => typeof each === 'string')
  return { token, collectionId, email: address }
}

/** Sends no session, so that a signed-in admin's token does not affect these calls. */
const accounts = (collectionId: string) => withoutSession().collection(collectionId)

export async function confirmVerification({ token, collectionId }: AccountLink): Promise<void> {
  await accounts(collectionId).confirmVerification(token)
}

export async function setAccountPassword({ token, collectionId }: AccountLink, password: string, again: string): Promise<void> {
  await accounts(collectionId).confirmPasswordReset(token, password, again)
}

export async function confirmEmailChange({ token, collectionId }: AccountLink, password: string): Promise<void> {
  await accounts(collectionId).confirmEmailChange(token, password)
}

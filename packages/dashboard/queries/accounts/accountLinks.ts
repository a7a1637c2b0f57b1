import { getTokenPayload } from 'pocketbase'
import { withoutSession } from '../connection/withoutSession.ts'

/** What the link in a mail says about itself. It is not checked: the server does that. */
export interface AccountLink {
  token: string
  collectionId: string
  /** Whose link it is; the new address where it changes one. */
  email: string | undefined
}

/** Reads the token of a link; undefined where it is none, or was cut off. */
export function readAccountLink(token: string): AccountLink | undefined {
  const { collectionId, newEmail, email } = getTokenPayload(token)
  if (typeof collectionId !== 'string') return undefined
  const address = [newEmail, email].find(each => typeof each === 'string')
  return { token, collectionId, email: address }
}

/** Calls of somebody who only has a link: an admin who is signed in beside it has no part in them. */
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

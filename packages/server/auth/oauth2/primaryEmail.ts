import * as v from 'valibot'
import type { UserSource } from './Provider.ts'
import { flag, text } from './replyParts.ts'

const emails = v.array(v.object({ email: text, verified: flag, primary: flag }))

/** Of users who keep their emails to themselves. */
const refusals = [401, 403, 404]

/** The primary email of a user if it is verified, from the list of emails below the user's own address. */
export const primaryEmail = async ({ ask, userApiUrl }: UserSource): Promise<string> => {
  const { status, json } = await ask(`${userApiUrl}/emails`)
  if (refusals.includes(status)) return ''
  if (status >= 400) throw new Error(`The provider answers a request for emails with ${status}.`)
  return v.parse(emails, json()).find(({ verified, primary }) => verified && primary)?.email ?? ''
}

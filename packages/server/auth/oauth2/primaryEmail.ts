import * as v from 'valibot'
import type { UserSource } from './Provider.ts'
import { flag, text } from './replyParts.ts'

const emails = v.array(v.object({ email: text, verified: flag, primary: flag }))

/** Response status for users who have not granted access to their emails. */
const deniedStatuses = [401, 403, 404]

/** Loads the primary email from the `/emails` list below the user API; empty if it is not verified. */
export async function primaryEmail({ request, userApiUrl }: UserSource): Promise<string> {
  const { status, json } = await request(`${userApiUrl}/emails`)
  if (deniedStatuses.includes(status)) return ''
  if (status >= 400) throw new Error(`The provider responded to the request for emails with status ${status}.`)
  return v.parse(emails, json()).find(({ verified, primary }) => verified && primary)?.email ?? ''
}

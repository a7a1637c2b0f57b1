import { isEmail } from '@coffer/fields'
import * as v from 'valibot'
import { defineProvider, type UserSource } from '../Provider.ts'
import { numericId, text } from '../replyParts.ts'

const emails = v.array(v.object({ email: text, state: text, scope: v.nullish(v.array(v.string()), []) }))

const deniedStatuses = [401, 403, 404]

async function findEmail({ request }: UserSource): Promise<string> {
  const { status, json } = await request('https://gitee.com/api/v5/emails')
  if (deniedStatuses.includes(status)) return ''
  if (status >= 400) throw new Error(`The provider responded to the request for emails with status ${status}.`)
  const read = json()
  if (!Array.isArray(read)) return ''
  const isOwn = ({ email, state, scope }: v.InferOutput<typeof emails>[number]) =>
    state === 'confirmed' && scope.includes('primary') && isEmail(email)
  return v.parse(emails, read).find(isOwn)?.email ?? ''
}

export const gitee = defineProvider({
  name: 'gitee',
  displayName: 'Gitee',
  authUrl: 'https://gitee.com/oauth/authorize',
  tokenUrl: 'https://gitee.com/oauth/token',
  userApiUrl: 'https://gitee.com/api/v5/user',
  scopes: ['user_info', 'emails'],
  pkce: true,
  verifiesEmails: true,
  reply: v.object({ id: numericId, name: text, login: text, avatar_url: text, email: text }),
  toUser: async ({ id, name, login, avatar_url, email }, source) => ({
    id,
    name,
    username: login,
    avatarUrl: avatar_url,
    // The public email of a profile is not necessarily verified.
    ...(isEmail(email) ? { email, isEmailVerified: false } : { email: await findEmail(source) }),
  }),
})

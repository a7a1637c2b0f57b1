import * as v from 'valibot'
import { defineProvider, type UserSource } from '../Provider.ts'
import { flag, part, text } from '../replyParts.ts'

const emails = v.object({
  values: v.nullish(v.array(v.object({ email: text, is_primary: flag, is_confirmed: flag })), []),
})

async function findEmail({ request, userApiUrl }: UserSource): Promise<string> {
  const { status, json } = await request(`${userApiUrl}/emails`)
  if (status >= 400) return ''
  return v.parse(emails, json()).values.find(({ is_primary, is_confirmed }) => is_primary && is_confirmed)?.email ?? ''
}

export const bitbucket = defineProvider({
  name: 'bitbucket',
  displayName: 'Bitbucket',
  authUrl: 'https://bitbucket.org/site/oauth2/authorize',
  tokenUrl: 'https://bitbucket.org/site/oauth2/access_token',
  userApiUrl: 'https://api.bitbucket.org/2.0/user',
  scopes: ['account'],
  pkce: false,
  verifiesEmails: true,
  reply: v.object({
    uuid: text,
    display_name: text,
    username: text,
    account_status: v.literal('active'),
    links: part({ avatar: part({ href: text }) }),
  }),
  toUser: async ({ uuid, display_name, username, links }, source) => ({
    id: uuid,
    name: display_name,
    username,
    avatarUrl: links.avatar.href,
    email: await findEmail(source),
  }),
})

import * as v from 'valibot'
import { defineProvider } from '../Provider.ts'
import { part, text } from '../replyParts.ts'

const attributes = part({ name: text, avatar: text, status: v.literal('active') })

export const planningcenter = defineProvider({
  name: 'planningcenter',
  displayName: 'Planning Center',
  authUrl: 'https://api.planningcenteronline.com/oauth/authorize',
  tokenUrl: 'https://api.planningcenteronline.com/oauth/token',
  userApiUrl: 'https://api.planningcenteronline.com/people/v2/me',
  scopes: ['people'],
  pkce: true,
  verifiesEmails: true,
  reply: v.object({ data: part({ id: text, attributes }) }),
  toUser: ({ data: { id, attributes: user } }) => ({ id, name: user.name, avatarUrl: user.avatar }),
})

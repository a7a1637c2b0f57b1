import * as v from 'valibot'
import { defineProvider } from '../Provider.ts'
import { flag, part, text } from '../replyParts.ts'

const me = part({ id: text, enabled: v.literal(true), name: text, email: text, is_verified: flag, photo_small: text })

export const monday = defineProvider({
  name: 'monday',
  displayName: 'monday.com',
  authUrl: 'https://auth.monday.com/oauth2/authorize',
  tokenUrl: 'https://auth.monday.com/oauth2/token',
  userApiUrl: 'https://api.monday.com/v2',
  scopes: ['me:read'],
  pkce: true,
  verifiesEmails: true,
  userQuery: 'query { me { id enabled name email is_verified photo_small } }',
  reply: v.object({ data: part({ me }) }),
  toUser: ({ data: { me: user } }) => ({
    id: user.id,
    name: user.name,
    email: user.is_verified ? user.email : '',
    avatarUrl: user.photo_small,
  }),
})

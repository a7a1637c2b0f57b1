import * as v from 'valibot'
import { defineProvider } from '../Provider.ts'
import { part, text } from '../replyParts.ts'

const viewer = part({ id: text, name: text, displayName: text, email: text, avatarUrl: text, active: v.literal(true) })

export const linear = defineProvider({
  name: 'linear',
  displayName: 'Linear',
  authUrl: 'https://linear.app/oauth/authorize',
  tokenUrl: 'https://api.linear.app/oauth/token',
  userApiUrl: 'https://api.linear.app/graphql',
  scopes: ['read'],
  pkce: false,
  // Linear does not report whether an address is verified.
  verifiesEmails: false,
  userQuery: 'query { viewer { id name displayName email avatarUrl active } }',
  reply: v.object({ data: part({ viewer }) }),
  toUser: ({ data: { viewer: user } }) => ({
    id: user.id,
    name: user.name,
    username: user.displayName,
    email: user.email,
    avatarUrl: user.avatarUrl,
  }),
})

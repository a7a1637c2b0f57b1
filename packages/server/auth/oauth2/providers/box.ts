import * as v from 'valibot'
import { defineProvider } from '../Provider.ts'
import { text } from '../replyParts.ts'

export const box = defineProvider({
  name: 'box',
  displayName: 'Box',
  authUrl: 'https://account.box.com/api/oauth2/authorize',
  tokenUrl: 'https://api.box.com/oauth2/token',
  userApiUrl: 'https://api.box.com/2.0/users/me',
  scopes: ['root_readonly'],
  pkce: true,
  // Box does not report whether an address is verified.
  verifiesEmails: false,
  reply: v.object({ id: text, name: text, login: text, avatar_url: text, status: v.literal('active') }),
  toUser: ({ id, name, login, avatar_url }) => ({ id, name, email: login, avatarUrl: avatar_url }),
})

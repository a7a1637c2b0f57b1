import * as v from 'valibot'
import { defineProvider } from '../Provider.ts'
import { text } from '../replyParts.ts'

export const instagram = defineProvider({
  name: 'instagram',
  displayName: 'Instagram',
  authUrl: 'https://api.instagram.com/oauth/authorize',
  tokenUrl: 'https://api.instagram.com/oauth/access_token',
  userApiUrl: 'https://graph.instagram.com/me?fields=id,username,account_type',
  scopes: ['user_profile'],
  pkce: true,
  verifiesEmails: true,
  reply: v.object({ id: text, username: text }),
  toUser: ({ id, username }) => ({ id, username }),
})

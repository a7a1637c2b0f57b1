import * as v from 'valibot'
import { defineProvider } from '../Provider.ts'
import { part, text } from '../replyParts.ts'

export const facebook = defineProvider({
  name: 'facebook',
  displayName: 'Facebook',
  authUrl: 'https://www.facebook.com/v3.2/dialog/oauth',
  tokenUrl: 'https://graph.facebook.com/v3.2/oauth/access_token',
  userApiUrl: 'https://graph.facebook.com/me?fields=name,email,picture.type(large)',
  scopes: ['email'],
  pkce: true,
  // Facebook does not report whether an address is verified.
  verifiesEmails: false,
  reply: v.object({ id: text, name: text, email: text, picture: part({ data: part({ url: text }) }) }),
  toUser: ({ id, name, email, picture }) => ({ id, name, email, avatarUrl: picture.data.url }),
})

import * as v from 'valibot'
import { defineProvider } from '../Provider.ts'
import { flag, text } from '../replyParts.ts'

export const google = defineProvider({
  name: 'google',
  displayName: 'Google',
  authUrl: 'https://accounts.google.com/o/oauth2/auth',
  tokenUrl: 'https://accounts.google.com/o/oauth2/token',
  userApiUrl: 'https://www.googleapis.com/oauth2/v1/userinfo',
  scopes: ['https://www.googleapis.com/auth/userinfo.profile', 'https://www.googleapis.com/auth/userinfo.email'],
  pkce: true,
  verifiesEmails: true,
  reply: v.object({ id: text, name: text, picture: text, email: text, verified_email: flag }),
  toUser: ({ id, name, picture, email, verified_email }) => ({
    id,
    name,
    avatarUrl: picture,
    email: verified_email ? email : '',
  }),
})

import * as v from 'valibot'
import { defineProvider } from '../Provider.ts'
import { flag, text } from '../replyParts.ts'

export const livechat = defineProvider({
  name: 'livechat',
  displayName: 'LiveChat',
  authUrl: 'https://accounts.livechat.com/',
  tokenUrl: 'https://accounts.livechat.com/token',
  userApiUrl: 'https://accounts.livechat.com/v2/accounts/me',
  // Scopes are configured in the registration of the app.
  scopes: [],
  pkce: true,
  verifiesEmails: true,
  reply: v.object({ account_id: text, name: text, avatar_url: text, email: text, email_verified: flag }),
  toUser: ({ account_id, name, avatar_url, email, email_verified }) => ({
    id: account_id,
    name,
    avatarUrl: avatar_url,
    email: email_verified ? email : '',
  }),
})

import * as v from 'valibot'
import { defineProvider } from '../Provider.ts'
import { text } from '../replyParts.ts'

export const mailcow = defineProvider({
  name: 'mailcow',
  displayName: 'mailcow',
  authUrl: '',
  tokenUrl: '',
  userApiUrl: '',
  scopes: ['profile'],
  pkce: true,
  // The admin of a mailcow server can choose any address of any domain.
  verifiesEmails: false,
  reply: v.object({ id: text, full_name: text, username: text, email: text, active: v.literal(1) }),
  toUser: ({ id, full_name, username, email }) => ({ id, name: full_name, username: username.split('@')[0] ?? '', email }),
})

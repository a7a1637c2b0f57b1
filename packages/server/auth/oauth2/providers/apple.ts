import * as v from 'valibot'
import { appleIdentity } from '../appleIdentity.ts'
import { defineProvider } from '../Provider.ts'
import { looseFlag, part, text } from '../replyParts.ts'

const user = part({ name: part({ firstName: text, lastName: text }) })

export const apple = defineProvider({
  name: 'apple',
  displayName: 'Apple',
  authUrl: 'https://appleid.apple.com/auth/authorize',
  tokenUrl: 'https://appleid.apple.com/auth/token',
  userApiUrl: '',
  scopes: ['name', 'email'],
  pkce: true,
  verifiesEmails: true,
  // Apple only returns the name and email with this response mode.
  authParameters: { response_mode: 'form_post' },
  findUser: appleIdentity,
  reply: v.object({ sub: text, name: text, email: text, email_verified: looseFlag, user }),
  toUser: ({ sub, name, email, email_verified, user: { name: full } }) => ({
    id: sub,
    name: name || `${full.firstName} ${full.lastName}`.trim(),
    email: email_verified ? email : '',
  }),
})

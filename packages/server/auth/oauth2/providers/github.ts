import * as v from 'valibot'
import { defineProvider } from '../Provider.ts'
import { primaryEmail } from '../primaryEmail.ts'
import { numericId, text } from '../replyParts.ts'

export const github = defineProvider({
  name: 'github',
  displayName: 'GitHub',
  authUrl: 'https://github.com/login/oauth/authorize',
  tokenUrl: 'https://github.com/login/oauth/access_token',
  userApiUrl: 'https://api.github.com/user',
  scopes: ['read:user', 'user:email'],
  pkce: true,
  verifiesEmails: true,
  reply: v.object({ id: numericId, name: text, login: text, avatar_url: text }),
  toUser: async ({ id, name, login, avatar_url }, source) => ({
    id,
    name,
    username: login,
    avatarUrl: avatar_url,
    // The email in the user response is the public one, which is not necessarily verified.
    email: await primaryEmail(source),
  }),
})

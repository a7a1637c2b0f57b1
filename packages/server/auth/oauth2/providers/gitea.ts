import * as v from 'valibot'
import { defineProvider } from '../Provider.ts'
import { primaryEmail } from '../primaryEmail.ts'
import { numericId, text } from '../replyParts.ts'

export const gitea = defineProvider({
  name: 'gitea',
  displayName: 'Gitea',
  authUrl: 'https://gitea.com/login/oauth/authorize',
  tokenUrl: 'https://gitea.com/login/oauth/access_token',
  userApiUrl: 'https://gitea.com/api/v1/user',
  scopes: ['read:user', 'user:email'],
  pkce: true,
  verifiesEmails: true,
  reply: v.object({ id: numericId, full_name: text, login: text, avatar_url: text }),
  toUser: async ({ id, full_name, login, avatar_url }, source) => ({
    id,
    name: full_name,
    username: login,
    avatarUrl: avatar_url,
    email: await primaryEmail(source),
  }),
})

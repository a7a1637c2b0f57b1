import * as v from 'valibot'
import { defineProvider } from '../Provider.ts'
import { numericId, text } from '../replyParts.ts'

const isMoment = (date: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(date) && !Number.isNaN(Date.parse(date))

export const gitlab = defineProvider({
  name: 'gitlab',
  displayName: 'GitLab',
  authUrl: 'https://gitlab.com/oauth/authorize',
  tokenUrl: 'https://gitlab.com/oauth/token',
  userApiUrl: 'https://gitlab.com/api/v4/user',
  scopes: ['read_user'],
  pkce: true,
  verifiesEmails: true,
  reply: v.object({ id: numericId, name: text, username: text, avatar_url: text, email: text, confirmed_at: text }),
  toUser: ({ id, name, username, avatar_url, email, confirmed_at }) => ({
    id,
    name,
    username,
    avatarUrl: avatar_url,
    email: isMoment(confirmed_at) ? email : '',
  }),
})

import * as v from 'valibot'
import { defineProvider } from '../Provider.ts'
import { numericId, text } from '../replyParts.ts'

export const strava = defineProvider({
  name: 'strava',
  displayName: 'Strava',
  authUrl: 'https://www.strava.com/oauth/authorize',
  tokenUrl: 'https://www.strava.com/api/v3/oauth/token',
  userApiUrl: 'https://www.strava.com/api/v3/athlete',
  scopes: ['profile:read_all'],
  pkce: true,
  verifiesEmails: true,
  reply: v.object({ id: numericId, firstname: text, lastname: text, username: text, profile: text }),
  toUser: ({ id, firstname, lastname, username, profile }) => ({
    id: id === '0' ? '' : id,
    name: `${firstname} ${lastname}`.trim(),
    username,
    avatarUrl: profile,
  }),
})

import * as v from 'valibot'
import { defineProvider } from '../Provider.ts'
import { flag, part, text } from '../replyParts.ts'

const data = part({
  id: text,
  display_name: text,
  username: text,
  email: text,
  is_email_confirmed: flag,
  photo: text,
  photo_public: flag,
})

export const wakatime = defineProvider({
  name: 'wakatime',
  displayName: 'WakaTime',
  authUrl: 'https://wakatime.com/oauth/authorize',
  tokenUrl: 'https://wakatime.com/oauth/token',
  userApiUrl: 'https://wakatime.com/api/v1/users/current',
  scopes: ['email'],
  pkce: true,
  verifiesEmails: true,
  reply: v.object({ data }),
  toUser: ({ data: user }) => ({
    id: user.id,
    name: user.display_name,
    username: user.username,
    email: user.is_email_confirmed ? user.email : '',
    avatarUrl: user.photo_public ? user.photo : '',
  }),
})

import * as v from 'valibot'
import { defineProvider } from '../Provider.ts'
import { part, text } from '../replyParts.ts'

const images = part({ avatar: part({ full: text }) })
const user = part({ username: text, name: text, ids: part({ uuid: text }), images })

export const trakt = defineProvider({
  name: 'trakt',
  displayName: 'Trakt',
  authUrl: 'https://trakt.tv/oauth/authorize',
  tokenUrl: 'https://api.trakt.tv/oauth/token',
  userApiUrl: 'https://api.trakt.tv/users/settings',
  scopes: [],
  pkce: true,
  verifiesEmails: true,
  userHeaders: ({ clientId }) => ({
    'Content-Type': 'application/json',
    'trakt-api-key': clientId,
    'trakt-api-version': '2',
  }),
  reply: v.object({ user }),
  toUser: ({ user: { ids, name, username, images: pictures } }) => ({
    id: ids.uuid,
    name,
    username,
    avatarUrl: pictures.avatar.full,
  }),
})

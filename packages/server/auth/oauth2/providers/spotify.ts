import * as v from 'valibot'
import { defineProvider } from '../Provider.ts'
import { text } from '../replyParts.ts'

export const spotify = defineProvider({
  name: 'spotify',
  displayName: 'Spotify',
  authUrl: 'https://accounts.spotify.com/authorize',
  tokenUrl: 'https://accounts.spotify.com/api/token',
  userApiUrl: 'https://api.spotify.com/v1/me',
  scopes: ['user-read-private'],
  pkce: true,
  verifiesEmails: true,
  reply: v.object({ id: text, display_name: text, images: v.nullish(v.array(v.object({ url: text })), []) }),
  // Spotify does not verify emails.
  toUser: ({ id, display_name, images }) => ({ id, name: display_name, avatarUrl: images[0]?.url ?? '' }),
})

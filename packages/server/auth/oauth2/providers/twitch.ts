import * as v from 'valibot'
import { defineProvider } from '../Provider.ts'
import { text } from '../replyParts.ts'

const user = v.object({ id: text, display_name: text, login: text, profile_image_url: text, email: text })

export const twitch = defineProvider({
  name: 'twitch',
  displayName: 'Twitch',
  authUrl: 'https://id.twitch.tv/oauth2/authorize',
  tokenUrl: 'https://id.twitch.tv/oauth2/token',
  userApiUrl: 'https://api.twitch.tv/helix/users',
  scopes: ['user:read:email'],
  pkce: true,
  // Twitch does not report whether an address is verified.
  verifiesEmails: false,
  userHeaders: ({ clientId }) => ({ 'Client-Id': clientId }),
  reply: v.object({ data: v.looseTuple([user]) }),
  toUser: ({ data: [{ id, display_name, login, profile_image_url, email }] }) => ({
    id,
    name: display_name,
    username: login,
    avatarUrl: profile_image_url,
    email,
  }),
})

import * as v from 'valibot'
import { defineProvider } from '../Provider.ts'
import { part, text } from '../replyParts.ts'

export const twitter = defineProvider({
  name: 'twitter',
  displayName: 'Twitter',
  authUrl: 'https://twitter.com/i/oauth2/authorize',
  tokenUrl: 'https://api.twitter.com/2/oauth2/token',
  userApiUrl: 'https://api.twitter.com/2/users/me?user.fields=id,name,username,profile_image_url',
  scopes: ['users.read', 'tweet.read'],
  pkce: true,
  verifiesEmails: true,
  reply: v.object({ data: part({ id: text, name: text, username: text, profile_image_url: text }) }),
  toUser: ({ data: { id, name, username, profile_image_url } }) => ({ id, name, username, avatarUrl: profile_image_url }),
})

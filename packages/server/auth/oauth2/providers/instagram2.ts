import * as v from 'valibot'
import { defineProvider } from '../Provider.ts'
import { text } from '../replyParts.ts'

const fields = 'id,username,account_type,user_id,name,profile_picture_url,followers_count,follows_count,media_count'

/** Instagram Login, which has replaced the API of the provider `instagram`. */
export const instagram2 = defineProvider({
  name: 'instagram2',
  displayName: 'Instagram',
  authUrl: 'https://www.instagram.com/oauth/authorize',
  tokenUrl: 'https://api.instagram.com/oauth/access_token',
  userApiUrl: `https://graph.instagram.com/me?fields=${fields}`,
  scopes: ['instagram_business_basic'],
  pkce: true,
  verifiesEmails: true,
  // `id` belongs to the app, and `user_id` to the account.
  reply: v.object({ user_id: text, name: text, username: text, profile_picture_url: text }),
  toUser: ({ user_id, name, username, profile_picture_url }) => ({
    id: user_id,
    name,
    username,
    avatarUrl: profile_picture_url,
  }),
})

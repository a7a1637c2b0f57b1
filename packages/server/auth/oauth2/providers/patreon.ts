import * as v from 'valibot'
import { defineProvider } from '../Provider.ts'
import { flag, part, text } from '../replyParts.ts'

const attributes = part({ full_name: text, vanity: text, image_url: text, email: text, is_email_verified: flag })

export const patreon = defineProvider({
  name: 'patreon',
  displayName: 'Patreon',
  authUrl: 'https://www.patreon.com/oauth2/authorize',
  tokenUrl: 'https://www.patreon.com/api/oauth2/token',
  userApiUrl:
    'https://www.patreon.com/api/oauth2/v2/identity?fields%5Buser%5D=full_name,email,vanity,image_url,is_email_verified',
  scopes: ['identity', 'identity[email]'],
  pkce: true,
  verifiesEmails: true,
  reply: v.object({ data: part({ id: text, attributes }) }),
  toUser: ({ data: { id, attributes: user } }) => ({
    id,
    name: user.full_name,
    username: user.vanity,
    avatarUrl: user.image_url,
    email: user.is_email_verified ? user.email : '',
  }),
})

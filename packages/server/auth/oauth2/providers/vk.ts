import * as v from 'valibot'
import { defineProvider } from '../Provider.ts'
import { numericId, text } from '../replyParts.ts'

const user = v.object({ id: numericId, first_name: text, last_name: text, screen_name: text, photo_max: text })

export const vk = defineProvider({
  name: 'vk',
  displayName: 'ВКонтакте',
  authUrl: 'https://oauth.vk.com/authorize',
  tokenUrl: 'https://oauth.vk.com/access_token',
  userApiUrl: 'https://api.vk.com/method/users.get?fields=photo_max,screen_name&v=5.131',
  scopes: ['email'],
  pkce: false,
  // VK does not report whether an address is verified.
  verifiesEmails: false,
  reply: v.object({ response: v.looseTuple([user]) }),
  toUser: ({ response: [{ id, first_name, last_name, screen_name, photo_max }] }, { token }) => ({
    id,
    name: `${first_name} ${last_name}`.trim(),
    username: screen_name,
    avatarUrl: photo_max,
    // The email is in the token response, not in the user response.
    email: typeof token.email === 'string' ? token.email : '',
  }),
})

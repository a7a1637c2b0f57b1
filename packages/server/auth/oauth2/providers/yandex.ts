import * as v from 'valibot'
import { defineProvider } from '../Provider.ts'
import { flag, text } from '../replyParts.ts'

export const yandex = defineProvider({
  name: 'yandex',
  displayName: 'Yandex',
  authUrl: 'https://oauth.yandex.com/authorize',
  tokenUrl: 'https://oauth.yandex.com/token',
  userApiUrl: 'https://login.yandex.ru/info',
  scopes: ['login:email', 'login:avatar', 'login:info'],
  pkce: true,
  // The default address can be an external one, and Yandex does not report whether it is verified.
  verifiesEmails: false,
  reply: v.object({
    id: text,
    real_name: text,
    login: text,
    default_email: text,
    is_avatar_empty: flag,
    default_avatar_id: text,
  }),
  toUser: ({ id, real_name, login, default_email, is_avatar_empty, default_avatar_id }) => ({
    id,
    name: real_name,
    username: login,
    email: default_email,
    avatarUrl: is_avatar_empty ? '' : `https://avatars.yandex.net/get-yapic/${default_avatar_id}/islands-200`,
  }),
})

import * as v from 'valibot'
import { defineProvider } from '../Provider.ts'
import { flag, numericId, part, text } from '../replyParts.ts'

export const kakao = defineProvider({
  name: 'kakao',
  displayName: 'Kakao',
  authUrl: 'https://kauth.kakao.com/oauth/authorize',
  tokenUrl: 'https://kauth.kakao.com/oauth/token',
  userApiUrl: 'https://kapi.kakao.com/v2/user/me',
  scopes: ['account_email', 'profile_nickname', 'profile_image'],
  pkce: true,
  verifiesEmails: true,
  reply: v.object({
    id: numericId,
    properties: part({ nickname: text, profile_image: text }),
    kakao_account: part({ email: text, is_email_valid: flag, is_email_verified: flag }),
  }),
  toUser: ({ id, properties, kakao_account: { email, is_email_valid, is_email_verified } }) => ({
    id,
    username: properties.nickname,
    avatarUrl: properties.profile_image,
    email: is_email_valid && is_email_verified ? email : '',
  }),
})

import * as v from 'valibot'
import { defineProvider } from '../Provider.ts'
import { part, text } from '../replyParts.ts'

export const lark = defineProvider({
  name: 'lark',
  displayName: 'Lark',
  // Apps outside of China are registered at larksuite.com, which has the same paths. Their URLs have to be configured.
  authUrl: 'https://accounts.feishu.cn/open-apis/authen/v1/authorize',
  tokenUrl: 'https://open.feishu.cn/open-apis/authen/v2/oauth/token',
  userApiUrl: 'https://open.feishu.cn/open-apis/authen/v1/user_info',
  scopes: [],
  pkce: true,
  verifiesEmails: true,
  // The admin of a tenant enters the addresses of its users, so the email is not used.
  reply: v.object({ data: part({ union_id: text, name: text, avatar_url: text }) }),
  toUser: ({ data: { union_id, name, avatar_url } }) => ({ id: union_id, name, avatarUrl: avatar_url }),
})

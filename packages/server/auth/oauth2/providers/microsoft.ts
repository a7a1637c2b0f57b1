import * as v from 'valibot'
import { defineProvider } from '../Provider.ts'
import { text } from '../replyParts.ts'

export const microsoft = defineProvider({
  name: 'microsoft',
  displayName: 'Microsoft',
  authUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
  tokenUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
  userApiUrl: 'https://graph.microsoft.com/v1.0/me',
  scopes: ['User.Read'],
  pkce: true,
  reply: v.object({ id: text, displayName: text, mail: text }),
  toUser: ({ id, displayName, mail }) => ({ id, name: displayName, email: mail }),
})

import type { ProviderName } from '@coffer/schema'
import * as v from 'valibot'
import { defineProvider } from '../Provider.ts'
import { looseFlag, text } from '../replyParts.ts'

/** Defines one of the three OpenID Connect providers. All URLs come from the settings. */
const defineOidc = (name: Extract<ProviderName, `oidc${string}`>) =>
  defineProvider({
    name,
    displayName: 'OIDC',
    authUrl: '',
    tokenUrl: '',
    userApiUrl: '',
    scopes: ['openid', 'email', 'profile'],
    pkce: true,
    verifiesEmails: true,
    reply: v.object({
      sub: text,
      name: text,
      preferred_username: text,
      picture: text,
      email: text,
      email_verified: looseFlag,
    }),
    toUser: ({ sub, name: fullName, preferred_username, picture, email, email_verified }) => ({
      id: sub,
      name: fullName,
      username: preferred_username,
      avatarUrl: picture,
      email: email_verified ? email : '',
    }),
  })

export const oidc = defineOidc('oidc')
export const oidc2 = defineOidc('oidc2')
export const oidc3 = defineOidc('oidc3')

import type { JSONWebKeySet } from 'jose'
import * as v from 'valibot'
import { defineProvider, type UserSource } from '../Provider.ts'
import { readJson } from '../readJson.ts'
import { looseFlag, part, text } from '../replyParts.ts'

const issuer = 'https://appleid.apple.com'

/**
 * Returns the claims of Apple's ID token, and the user's name, which Apple only sends at the first sign-in.
 * @throws Error if the ID token is missing or invalid for this client
 */
export async function appleIdentity({ clientId, token, request }: UserSource): Promise<Record<string, unknown>> {
  if (typeof token.id_token !== 'string') throw new Error('The provider returned no ID token.')
  const { createLocalJWKSet, jwtVerify } = await import('jose')
  const keys = createLocalJWKSet((await request(`${issuer}/auth/keys`)).json() as JSONWebKeySet)
  const expected = { issuer, audience: clientId, algorithms: ['RS256'], requiredClaims: ['exp', 'sub'] }
  const { payload } = await jwtVerify(token.id_token, keys, expected)
  return typeof token.user === 'string' && token.user !== '' ? { ...payload, user: readJson(token.user) } : payload
}

const user = part({ name: part({ firstName: text, lastName: text }) })

export const apple = defineProvider({
  name: 'apple',
  displayName: 'Apple',
  authUrl: 'https://appleid.apple.com/auth/authorize',
  tokenUrl: 'https://appleid.apple.com/auth/token',
  userApiUrl: '',
  scopes: ['name', 'email'],
  pkce: true,
  verifiesEmails: true,
  // Apple only returns the name and email with this response mode.
  authParameters: { response_mode: 'form_post' },
  findUser: appleIdentity,
  reply: v.object({ sub: text, name: text, email: text, email_verified: looseFlag, user }),
  toUser: ({ sub, name, email, email_verified, user: { name: full } }) => ({
    id: sub,
    name: name || `${full.firstName} ${full.lastName}`.trim(),
    email: email_verified ? email : '',
  }),
})

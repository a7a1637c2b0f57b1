import type { JSONWebKeySet } from 'jose'
import type { UserSource } from './Provider.ts'
import { readJson } from './readJson.ts'

const issuer = 'https://appleid.apple.com'

/**
 * Returns the claims of Apple's ID token, and the user's name, which Apple only sends at the first sign-in.
 * @throws Error if the ID token is missing or invalid for this client
 */
export const appleIdentity = async ({ clientId, token, request }: UserSource): Promise<Record<string, unknown>> => {
  if (typeof token.id_token !== 'string') throw new Error('The provider returned no ID token.')
  const { createLocalJWKSet, jwtVerify } = await import('jose')
  const keys = createLocalJWKSet((await request(`${issuer}/auth/keys`)).json() as JSONWebKeySet)
  const expected = { issuer, audience: clientId, algorithms: ['RS256'], requiredClaims: ['exp', 'sub'] }
  const { payload } = await jwtVerify(token.id_token, keys, expected)
  return typeof token.user === 'string' && token.user !== '' ? { ...payload, user: readJson(token.user) } : payload
}

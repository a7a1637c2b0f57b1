import type { JSONWebKeySet } from 'jose'
import type { UserSource } from './Provider.ts'
import { readJson } from './readJson.ts'

const issuer = 'https://appleid.apple.com'

/**
 * What Apple says of a user: the claims of the token of identity that comes with the access token, and the name, which it tells once.
 * @throws Error when the token is missing or is not Apple's for this client
 */
export const appleIdentity = async ({ clientId, token, ask }: UserSource): Promise<Record<string, unknown>> => {
  if (typeof token.id_token !== 'string') throw new Error('The provider answers no token of identity.')
  const { createLocalJWKSet, jwtVerify } = await import('jose')
  const keys = createLocalJWKSet((await ask(`${issuer}/auth/keys`)).json() as JSONWebKeySet)
  const expected = { issuer, audience: clientId, algorithms: ['RS256'], requiredClaims: ['exp', 'sub'] }
  const { payload } = await jwtVerify(token.id_token, keys, expected)
  return typeof token.user === 'string' && token.user !== '' ? { ...payload, user: readJson(token.user) } : payload
}

import { createHash } from 'node:crypto'
import { randomSecret } from '../../crypto/randomText.ts'
import type { EnabledProvider } from './enabledProviders.ts'

/** How a client sends somebody to a provider. All of it is made up anew for each client, and nothing of it is remembered. */
export interface AuthLink {
  name: string
  displayName: string
  state: string
  /** Ends with an empty `redirect_uri=`, to which the client appends its own address. */
  authUrl: string
  /** Empty without PKCE. */
  codeVerifier: string
  codeChallenge: string
  codeChallengeMethod: string
}

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

/** Makes up the link by which somebody signs in through a provider. */
export const authLink = (provider: EnabledProvider): AuthLink => {
  const { name, displayName, authUrl, authParameters, clientId, scopes, pkce } = provider
  const state = randomSecret(30)
  const codeVerifier = pkce ? randomSecret(43) : ''
  const codeChallenge = pkce ? challengeOf(codeVerifier) : ''
  const codeChallengeMethod = pkce ? 'S256' : ''
  const query = new URLSearchParams({
    client_id: clientId,
    ...(pkce && { code_challenge: codeChallenge, code_challenge_method: codeChallengeMethod }),
    ...authParameters,
    response_type: 'code',
    ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    state,
  })
  const link = `${authUrl}${authUrl.includes('?') ? '&' : '?'}${query}&redirect_uri=`
  return { name, displayName, state, authUrl: link, codeVerifier, codeChallenge, codeChallengeMethod }
}

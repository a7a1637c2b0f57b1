import { createHash } from 'node:crypto'
import { randomSecret } from '../../crypto/randomText.ts'
import type { EnabledProvider } from './enabledProviders.ts'

/** The authorization URL of a provider and the values a client needs with it. The server stores none of them. */
export interface AuthLink {
  name: string
  displayName: string
  state: string
  /** Ends with an empty `redirect_uri=`, to which the client appends its redirect URL. */
  authUrl: string
  /** Empty without PKCE. */
  codeVerifier: string
  codeChallenge: string
  codeChallengeMethod: string
}

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

/** Returns the parameters that a configured URL does not have. Providers can reject a parameter that is sent twice. */
function missingIn(url: string, parameters: Readonly<Record<string, string>> = {}): Record<string, string> {
  const configured = new URLSearchParams(url.split('?')[1])
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => !configured.has(name)))
}

/** Creates the authorization URL for a sign-in through a provider, with a new state and PKCE challenge. */
export function authLink(provider: EnabledProvider): AuthLink {
  const { name, displayName, authUrl, authParameters, clientId, scopes, pkce } = provider
  const state = randomSecret(30)
  const codeVerifier = pkce ? randomSecret(43) : ''
  const codeChallenge = pkce ? challengeOf(codeVerifier) : ''
  const codeChallengeMethod = pkce ? 'S256' : ''
  const query = new URLSearchParams({
    client_id: clientId,
    ...(pkce && { code_challenge: codeChallenge, code_challenge_method: codeChallengeMethod }),
    ...missingIn(authUrl, authParameters),
    response_type: 'code',
    ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    state,
  })
  const link = `${authUrl}${authUrl.includes('?') ? '&' : '?'}${query}&redirect_uri=`
  return { name, displayName, state, authUrl: link, codeVerifier, codeChallenge, codeChallengeMethod }
}

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export interface OidcProvider {
  /** Origin of the provider, for example http://localhost:40123. */
  issuer: string
  clientId: string
  clientSecret: string
  close: () => Promise<void>
}

const clientId = 'coffer'
const clientSecret = 'a-secret-of-the-client'

/**
 * Starts a real OpenID provider on its own port. It accepts any name with any password, asks for consent, and gives each user a
 * verified email at `people.example`.
 */
export async function openOidcProvider(redirectUri: string): Promise<OidcProvider> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  // Its own hostname separates its cookies from those of the server under test.
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        scope: 'openid email profile',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username', 'picture'] },
    // Claims that a scope requests are returned by the user endpoint.
    conformIdTokenClaims: true,
    pkce: { required: () => true },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        name: `The ${id}`,
        preferred_username: id,
        picture: '',
        email: `${id}@people.example`,
        email_verified: true,
      }),
    }),
    cookies: { keys: ['a key for cookies'] },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  })
  server.on('request', provider.callback())
  return {
    issuer,
    clientId,
    clientSecret,
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>(resolve => server.close(() => resolve()))
    },
  }
}

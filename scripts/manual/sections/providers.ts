import { providers } from '../../../packages/server/auth/oauth2/providers.ts'
import { code, table } from './table.ts'

/** All OAuth2 providers with what is built in. */
export function providersTable(): string {
  return table(
    ['provider', 'name', 'scopes', 'PKCE', 'proves emails', 'URLs to enter'],
    Object.values(providers).map(({ name, displayName, scopes, pkce, verifiesEmails, authUrl }) => [
      displayName,
      code(name),
      scopes.map(code).join(' '),
      pkce ? 'yes' : 'no',
      verifiesEmails ? 'yes' : 'no',
      authUrl === '' ? 'auth, token, user API' : '',
    ]),
  )
}

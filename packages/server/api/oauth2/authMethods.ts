import type { AuthCollection, Settings } from '@coffer/schema'
import type { AuthLink } from '../../auth/oauth2/authLink.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import { noStore } from '../../messages/headers.ts'
import type { Endpoint } from '../contract.ts'
import { getAuthCollection } from '../getCollection.ts'
import { inReader } from '../Steps.ts'

/** Loads the providers on first use, because most threads never need them. */
export async function authLinks({ options }: AuthCollection, settings: Settings): Promise<AuthLink[]> {
  const [{ authLink }, { enabledProviders }] = await Promise.all([
    import('../../auth/oauth2/authLink.ts'),
    import('../../auth/oauth2/enabledProviders.ts'),
  ])
  return enabledProviders(options, settings).map(authLink)
}

/** Lists the ways to sign in to a collection, with the links to the providers. */
export const authMethods: Endpoint = {
  method: 'GET',
  path: '/collections/:collection/auth-methods',
  operation: { id: 'list{}AuthMethods', summary: 'List the ways to sign in', of: 'auth', returns: 'AuthMethods' },
  steps: inReader(async call => {
    const collection = getAuthCollection(call)
    const { options } = collection
    const links = options.allowOAuth2Auth ? await authLinks(collection, call.app.settings) : []
    const authProviders = links.toSorted((left, right) => (left.name < right.name ? -1 : 1))
    const json = {
      authProviders,
      usernamePassword: options.allowUsernameAuth,
      emailPassword: options.allowEmailAuth,
      onlyVerified: options.onlyVerified,
    }
    // Each link has its own code verifier.
    return jsonReply(json, { headers: noStore })
  }),
}

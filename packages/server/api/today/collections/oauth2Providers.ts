import { providers } from '../../../auth/oauth2/providers.ts'
import { jsonReply } from '../../../messages/ApiReply.ts'
import type { Endpoint } from '../../contract.ts'
import { adminOnly } from '../../guards.ts'
import { inReader } from '../../Steps.ts'

/** Lists the OAuth2 providers that collections can have. */
export const oauth2Providers: Endpoint = {
  method: 'GET',
  path: '/collections/meta/oauth2-providers',
  dialect: 'today',
  operation: {
    id: 'listOAuth2Providers',
    summary: 'List the OAuth2 providers that collections can have',
    returns: 'ConfigurableProviders',
  },
  guard: adminOnly,
  steps: inReader(async () =>
    jsonReply(Object.values(providers).map(({ name, displayName }) => ({ name, displayName, logo: '' }))),
  ),
}

import { productVersion } from '../../config/productVersion.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import type { DescribedRoute } from './describeOperation.ts'

/**
 * Creates the endpoint that describes the API of this installation as an OpenAPI document. It is loaded on demand and not cached:
 * hardly any request asks for it.
 * @param others all other routes
 */
export const createDocumentEndpoint = (others: readonly DescribedRoute[]): Endpoint => {
  const endpoint: Endpoint = {
    method: 'GET',
    path: '/openapi.json',
    operation: { id: 'viewOpenApiDocument', summary: 'View this document', returns: { contentType: 'application/json' } },
    runs: 'reads',
    guard: adminOnly,
    handle: async ({ app }) => {
      const [{ buildDocument }, { all }, { meta }] = await Promise.all([
        import('./buildDocument.ts'),
        app.catalog(),
        app.settings(),
      ])
      const site = { title: meta.appName, version: productVersion(), url: meta.appUrl.replace(/\/+$/, '') }
      return jsonReply(buildDocument([...others, endpoint], all, site))
    },
  }
  return endpoint
}

import { productVersion } from '../../config/config.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { inReader } from '../Steps.ts'
import type { DescribedRoute } from './describeOperation.ts'

/**
 * Creates the endpoint that describes the API of this installation as an OpenAPI document. It is loaded on demand and not cached:
 * hardly any request asks for it.
 * @param others all other routes
 */
export function createDocumentEndpoint(others: readonly DescribedRoute[]): Endpoint {
  const endpoint: Endpoint = {
    method: 'GET',
    path: '/openapi.json',
    operation: { id: 'viewOpenApiDocument', summary: 'View this document', returns: { contentType: 'application/json' } },
    guard: adminOnly,
    steps: inReader(async ({ app }) => {
      const { buildDocument } = await import('./buildDocument.ts')
      const { meta } = app.settings
      const site = { title: meta.appName, version: productVersion(), url: meta.appUrl.replace(/\/+$/, '') }
      return jsonReply(buildDocument([...others, endpoint], app.catalog.all, site))
    }),
  }
  return endpoint
}

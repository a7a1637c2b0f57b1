import type { Endpoint } from '../contract.ts'
import { eventStreamRoute, metricsRoute } from '../mainThreadRoutes.ts'
import { createDocumentEndpoint } from './document.ts'

/** The endpoints that describe all others. */
export function openapiRoutes(others: readonly Endpoint[]): readonly Endpoint[] {
  return [createDocumentEndpoint([...others, eventStreamRoute, metricsRoute])]
}

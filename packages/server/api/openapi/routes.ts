import type { Endpoint } from '../contract.ts'
import { eventStreamRoute, metricsRoute } from '../mainThreadRoutes.ts'
import { createDocumentEndpoint } from './document.ts'

/**
 * The endpoints that describe all others.
 * @param today the endpoints that only today's dialect has
 */
export function openapiRoutes(others: readonly Endpoint[], today: readonly Endpoint[]): readonly Endpoint[] {
  return [createDocumentEndpoint([...others, eventStreamRoute, metricsRoute, ...today])]
}

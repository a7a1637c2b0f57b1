import { collectionJson } from '../../catalog/collectionJson.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { collectionIn } from './collectionIn.ts'

/** Returns one collection. */
export const viewCollection: Endpoint = {
  method: 'GET',
  path: '/collections/:collection',
  runs: 'reads',
  guard: adminOnly,
  handle: async ({ app, request }) => ({ json: collectionJson(collectionIn(await app.catalog(), request)) }),
}

import { collectionJson } from '../../catalog/collectionJson.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import type { Endpoint } from '../contract.ts'
import { getRequestedCollection } from '../getCollection.ts'
import { adminOnly } from '../guards.ts'

/** Returns one collection. */
export const viewCollection: Endpoint = {
  method: 'GET',
  path: '/collections/:collection',
  operation: { id: 'viewCollection', summary: 'View a collection', returns: 'Collection' },
  runs: 'reads',
  guard: adminOnly,
  handle: async ({ app, request }) => jsonReply(collectionJson(getRequestedCollection(await app.catalog(), request))),
}

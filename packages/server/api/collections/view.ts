import { jsonReply } from '../../messages/ApiReply.ts'
import type { Endpoint } from '../contract.ts'
import { getRequestedCollection } from '../getCollection.ts'
import { adminOnly } from '../guards.ts'
import { inReader } from '../Steps.ts'
import { callAround, collectionValue } from '../scriptEvents.ts'
import { collectionJson, shownCollection } from '../v022/write/collectionJson.ts'

/** Returns one collection. */
export const viewCollection: Endpoint = {
  method: 'GET',
  path: '/collections/:collection',
  operation: { id: 'viewCollection', summary: 'View a collection', query: ['coffer'], returns: 'Collection' },
  guard: adminOnly,
  steps: inReader(async call => {
    const collection = getRequestedCollection(call.app.catalog, call.request)
    return callAround(call, ['onCollectionViewRequest'], jsonReply(collectionJson(collection, call.request)), () => ({
      collection,
      values: { collection: collectionValue(shownCollection(collection, call.request)) },
      answer: { is: 'value', of: 'collection' },
    }))
  }),
}

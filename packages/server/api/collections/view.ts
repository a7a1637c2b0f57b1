import { collectionJson } from '../../collections/collectionJson.ts'
import { notFound } from '../../errors/ApiError.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'

/** One collection, by its id or (in any case) its name. */
export const viewCollection: Endpoint = {
  method: 'GET',
  path: '/collections/:collection',
  runs: 'reads',
  guard: adminOnly,
  handle: async ({ app, request }) => {
    const collection = (await app.catalog()).find(request.params.collection ?? '')
    if (!collection) throw notFound()
    return { json: collectionJson(collection) }
  },
}

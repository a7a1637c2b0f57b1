import { jsonReply } from '../../../messages/ApiReply.ts'
import type { Endpoint } from '../../contract.ts'
import { getRequestedCollection } from '../../getCollection.ts'
import { adminOnly } from '../../guards.ts'
import { inReader } from '../../Steps.ts'
import { callAround, collectionValue } from '../../scriptEvents.ts'
import { findSystemCollection } from './systemCollections.ts'
import { todayCollection } from './todayCollection.ts'

/** Returns a collection. The system collections have no hooks, because hooks see collections in the format of 0.22. */
export const viewTodayCollection: Endpoint = {
  dialect: 'today',
  guard: adminOnly,
  method: 'GET',
  path: '/collections/:collection',
  operation: { id: 'viewTodayCollection', summary: 'View a collection', returns: 'TodayCollection' },
  steps: inReader(async call => {
    const { app, request } = call
    const system = await findSystemCollection(call)
    if (system) return jsonReply(system)
    const collection = getRequestedCollection(app.catalog, request)
    const reply = jsonReply(todayCollection(collection, app.settings))
    return callAround(call, ['onCollectionViewRequest'], reply, () => ({
      collection,
      values: { collection: collectionValue(collection) },
    }))
  }),
}

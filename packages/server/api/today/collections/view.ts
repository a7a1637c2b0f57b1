import { jsonReply } from '../../../messages/ApiReply.ts'
import type { Endpoint } from '../../contract.ts'
import { getRequestedCollection } from '../../getCollection.ts'
import { adminOnly } from '../../guards.ts'
import { inReader } from '../../Steps.ts'
import { callAround, collectionValue } from '../../scriptEvents.ts'
import { todayCollection } from './todayCollection.ts'

/** Returns a collection. */
export const viewTodayCollection: Endpoint = {
  dialect: 'today',
  guard: adminOnly,
  method: 'GET',
  path: '/collections/:collection',
  operation: { id: 'viewTodayCollection', summary: 'View a collection', returns: 'TodayCollection' },
  steps: inReader(async call => {
    const { app, request } = call
    const collection = getRequestedCollection(app.catalog, request)
    const reply = jsonReply(todayCollection(collection, app.settings))
    return callAround(call, ['onCollectionViewRequest'], reply, () => ({
      collection,
      values: { collection: collectionValue(collection) },
    }))
  }),
}

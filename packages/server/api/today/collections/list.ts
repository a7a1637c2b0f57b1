import type { Collection } from '@coffer/schema'
import { collectionColumns, readCollection } from '../../../catalog/storedCollection.ts'
import { jsonReply } from '../../../messages/ApiReply.ts'
import { collectionsTable } from '../../collections/list.ts'
import type { Endpoint } from '../../contract.ts'
import { adminOnly } from '../../guards.ts'
import { listTable } from '../../listTable.ts'
import { listParameters } from '../../parameters.ts'
import { inReader } from '../../Steps.ts'
import { callAround, collectionValue } from '../../scriptEvents.ts'
import { todayCollection } from './todayCollection.ts'

/** Lists the collections. */
export const listTodayCollections: Endpoint = {
  dialect: 'today',
  guard: adminOnly,
  method: 'GET',
  path: '/collections',
  operation: { id: 'listTodayCollections', summary: 'List collections', query: listParameters, returns: 'TodayCollectionPage' },
  steps: inReader(async call => {
    const { app, request } = call
    const collections: Collection[] = []
    const page = await listTable(app.db, request, collectionsTable, collectionColumns, row => {
      const collection = app.catalog.byId(String(row[0])) ?? readCollection(row)
      collections.push(collection)
      return todayCollection(collection, app.settings)
    })
    return callAround(call, ['onCollectionsListRequest'], jsonReply(page), () => ({
      values: { collections: { kind: 'list', items: collections.map(collection => collectionValue(collection)) } },
    }))
  }),
}

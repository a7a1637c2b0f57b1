import type { Collection } from '@coffer/schema'
import { collectionColumns, readCollection } from '../../../catalog/storedCollection.ts'
import type { Row } from '../../../db/engine.ts'
import { jsonReply } from '../../../messages/ApiReply.ts'
import type { Endpoint } from '../../contract.ts'
import { adminOnly } from '../../guards.ts'
import { listTable } from '../../listTable.ts'
import { listParameters } from '../../parameters.ts'
import { inReader } from '../../Steps.ts'
import { callAround, collectionValue } from '../../scriptEvents.ts'
import { allCollectionsTable, loadSystemCollections, withSystemCollections } from './systemCollections.ts'
import { todayCollection } from './todayCollection.ts'

/** Lists the collections, also the system collections. Hooks see the others, in the format of 0.22. */
export const listTodayCollections: Endpoint = {
  dialect: 'today',
  guard: adminOnly,
  method: 'GET',
  path: '/collections',
  operation: { id: 'listTodayCollections', summary: 'List collections', query: listParameters, returns: 'TodayCollectionPage' },
  steps: inReader(async call => {
    const { app, request } = call
    const system = await loadSystemCollections(app)
    const collections: Collection[] = []
    const toJson = (row: Row) => {
      const id = String(row[0])
      const ofSystem = system.find(one => one.id === id)
      if (ofSystem) return ofSystem
      const collection = app.catalog.byId(id) ?? readCollection(row)
      collections.push(collection)
      return todayCollection(collection, app.settings)
    }
    const page = await listTable(app.db, request, allCollectionsTable, collectionColumns, toJson, {
      source: withSystemCollections(app.db.dialect, system),
    })
    return callAround(call, ['onCollectionsListRequest'], jsonReply(page), () => ({
      values: { collections: { kind: 'list', items: collections.map(collection => collectionValue(collection)) } },
    }))
  }),
}

import { fieldTypes } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import { collectionColumns, readCollection } from '../../catalog/storedCollection.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import { describeTable } from '../../query/compile/compileTableQuery.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { listTable } from '../listTable.ts'
import { listParameters } from '../parameters.ts'
import { inReader } from '../Steps.ts'
import { callAround, collectionValue } from '../scriptEvents.ts'
import { collectionJson, shownCollection } from '../v022/write/collectionJson.ts'

const textOptions = fieldTypes.text.options.parse({})

export const collectionsTable = describeTable('_collections', [
  { name: 'name', type: 'text', options: textOptions },
  { name: 'type', type: 'text', options: textOptions },
  { name: 'system', type: 'bool', options: {} },
])

/** Lists the collections in pages. */
export const listCollections: Endpoint = {
  method: 'GET',
  path: '/collections',
  operation: {
    id: 'listCollections',
    summary: 'List collections',
    query: [...listParameters, 'coffer'],
    returns: 'CollectionPage',
  },
  guard: adminOnly,
  steps: inReader(async call => {
    const { app, request } = call
    const collections: Collection[] = []
    const page = await listTable(app.db, request, collectionsTable, collectionColumns, row => {
      const collection = readCollection(row)
      collections.push(collection)
      return collectionJson({ ...collection, ruleTests: app.catalog.byId(collection.id)?.ruleTests ?? [] }, request)
    })
    return callAround(call, ['onCollectionsListRequest'], jsonReply(page), () => ({
      values: {
        collections: {
          kind: 'list',
          items: collections.map(collection => collectionValue(shownCollection(collection, request))),
        },
      },
      answer: { is: 'page', of: 'collections' },
    }))
  }),
}

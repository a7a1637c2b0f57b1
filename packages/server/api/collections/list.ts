import { fieldTypes } from '@coffer/fields'
import { collectionJson } from '../../catalog/collectionJson.ts'
import { collectionColumns, readCollection } from '../../catalog/storedCollection.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import { describeTable } from '../../query/compile/compileTableQuery.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { listTable } from '../listTable.ts'
import { listParameters } from '../parameters.ts'

const textOptions = fieldTypes.text.options.parse({})

const collectionsTable = describeTable('_collections', [
  { name: 'name', type: 'text', options: textOptions },
  { name: 'type', type: 'text', options: textOptions },
  { name: 'system', type: 'bool', options: {} },
])

/** Lists the collections in pages. */
export const listCollections: Endpoint = {
  method: 'GET',
  path: '/collections',
  operation: { id: 'listCollections', summary: 'List collections', query: listParameters, returns: 'CollectionPage' },
  runs: 'reads',
  guard: adminOnly,
  handle: async ({ app, request }) =>
    jsonReply(await listTable(app.db, request, collectionsTable, collectionColumns, row => collectionJson(readCollection(row)))),
}

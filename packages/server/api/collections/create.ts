import { collectionJson } from '../../catalog/collectionJson.ts'
import { changeCollection } from '../../collections/changeCollections.ts'
import { submitCollection } from '../../collections/submitCollection.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { maxCollectionBytes, readCollectionForm } from './readCollectionForm.ts'

/** Creates a collection and its table. */
export const createCollection: Endpoint = {
  method: 'POST',
  path: '/collections',
  operation: {
    id: 'createCollection',
    summary: 'Create a collection',
    body: { json: 'CollectionCreate' },
    returns: 'Collection',
  },
  runs: 'writes',
  maxBodyBytes: maxCollectionBytes,
  markCollectionsChanged: true,
  guard: adminOnly,
  handle: async ({ app, request }) => {
    const form = readCollectionForm(request)
    const created = await changeCollection(app, (transaction, catalog, report) =>
      submitCollection(transaction, catalog, undefined, form, report),
    )
    return jsonReply(collectionJson(created))
  },
}

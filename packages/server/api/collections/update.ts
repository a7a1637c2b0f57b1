import type { Collection } from '@coffer/schema'
import { collectionJson } from '../../catalog/collectionJson.ts'
import { changeCollection } from '../../collections/changeCollections.ts'
import { submitCollection } from '../../collections/submitCollection.ts'
import { ApiError } from '../../errors/ApiError.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import type { Endpoint } from '../contract.ts'
import { getRequestedCollection } from '../getCollection.ts'
import { adminOnly } from '../guards.ts'
import { parameter } from '../parameters.ts'
import { maxCollectionBytes, readCollectionForm } from './readCollectionForm.ts'

/**
 * Rejects a change based on an outdated version of the collection, which the query identifies by its `updated` date. Otherwise an
 * editor that has been open for minutes would overwrite the changes of another admin.
 * @throws ApiError 412
 */
const assertUnchanged = (stored: Collection, request: ApiRequest): Collection => {
  const expected = parameter(request, 'ifUpdated')
  if (expected === undefined || expected === stored.updated) return stored
  throw new ApiError(
    412,
    'The collection was changed since you read it. Nothing was saved. Read it again and repeat your change.',
  )
}

/** Updates a collection, its table and the values of its records. */
export const updateCollection: Endpoint = {
  method: 'PATCH',
  path: '/collections/:collection',
  operation: {
    id: 'updateCollection',
    summary: 'Update a collection',
    query: ['ifUpdated'],
    body: { json: 'CollectionUpdate' },
    returns: 'Collection',
    errors: [412],
  },
  runs: 'writes',
  maxBodyBytes: maxCollectionBytes,
  markCollectionsChanged: true,
  guard: adminOnly,
  handle: async ({ app, request }) => {
    const changed = await changeCollection(app, (transaction, catalog, report) =>
      submitCollection(
        transaction,
        catalog,
        assertUnchanged(getRequestedCollection(catalog, request), request),
        readCollectionForm(request),
        report,
      ),
    )
    return jsonReply(collectionJson(changed))
  },
}

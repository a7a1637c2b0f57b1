import type { Collection } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import { submitCollection } from '../../collections/submitCollection.ts'
import { Rejection } from '../../errors/Rejection.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import type { Endpoint } from '../contract.ts'
import { getRequestedCollection } from '../getCollection.ts'
import { adminOnly } from '../guards.ts'
import { parameter } from '../parameters.ts'
import { inWriterExclusively } from '../Steps.ts'
import { collectionJson } from '../v022/write/collectionJson.ts'
import { changeGuarded } from './changeGuarded.ts'
import { callAfterSaving, callBeforeSaving, formAfter } from './collectionScripts.ts'
import { maxCollectionBytes, readCollectionForm } from './readCollectionForm.ts'

/**
 * Returns the collection named by the path, unless it has changed since the version that the query identifies by its `updated` date.
 * Otherwise an editor that has been open for minutes would overwrite the changes of another admin.
 * @throws Rejection `missing` if it does not exist, `outdated` if it has changed
 */
export function getUnchangedCollection(catalog: Catalog, request: ApiRequest): Collection {
  const stored = getRequestedCollection(catalog, request)
  const expected = parameter(request, 'ifUpdated')
  if (expected === undefined || expected === stored.updated) return stored
  const message = 'The collection was changed since you read it. Nothing was saved. Read it again and repeat your change.'
  throw new Rejection('outdated', { message })
}

/** Updates a collection, its table and the values of its records. */
export const updateCollection: Endpoint = {
  method: 'PATCH',
  path: '/collections/:collection',
  operation: {
    id: 'updateCollection',
    summary: 'Update a collection',
    query: ['ifUpdated', 'allowFailingTests', 'coffer'],
    body: { json: 'CollectionUpdate' },
    returns: 'Collection',
    errors: [412],
  },
  body: { maxBytes: maxCollectionBytes },
  guard: adminOnly,
  steps: inWriterExclusively(async call => {
    const { app, request } = call
    const known = getUnchangedCollection(app.catalog, request)
    const hooks = await callBeforeSaving(call, 'Update', readCollectionForm(request), known)
    if (hooks) return hooks
    const changed = await changeGuarded(call, (transaction, catalog, report) => {
      const stored = getUnchangedCollection(catalog, request)
      return submitCollection(transaction, catalog, stored, formAfter(call, readCollectionForm(request)), report)
    })
    return callAfterSaving(call, 'Update', changed, jsonReply(collectionJson(changed, request)))
  }),
}

import type { Collection } from '@coffer/schema'
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
 * Rejects a change based on an outdated version of the collection, which the query identifies by its `updated` date. Otherwise an
 * editor that has been open for minutes would overwrite the changes of another admin.
 * @throws Rejection `outdated`
 */
export function assertUnchanged(stored: Collection, request: ApiRequest): Collection {
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
    const known = assertUnchanged(getRequestedCollection(app.catalog, request), request)
    const hooks = await callBeforeSaving(call, 'Update', readCollectionForm(request), known)
    if (hooks) return hooks
    const changed = await changeGuarded(call, (transaction, catalog, report) => {
      const stored = assertUnchanged(getRequestedCollection(catalog, request), request)
      return submitCollection(transaction, catalog, stored, formAfter(call, readCollectionForm(request)), report)
    })
    return callAfterSaving(call, 'Update', changed, jsonReply(collectionJson(changed, request)))
  }),
}

import { logExposure } from '../../access/review/logExposure.ts'
import { changeCollections } from '../../collections/changeCollections.ts'
import { deleteCollection as remove } from '../../collections/deleteCollection.ts'
import { emptyReply } from '../../messages/ApiReply.ts'
import { guardCollections } from '../access/ruleTests/guardCollections.ts'
import type { Call } from '../Call.ts'
import type { Endpoint } from '../contract.ts'
import { getRequestedCollection } from '../getCollection.ts'
import { adminOnly } from '../guards.ts'
import { inWriterExclusively, type Outcome } from '../Steps.ts'
import { callAround, callBefore, collectionValue, type Events } from '../scriptEvents.ts'

/** Deletes the collection of a request, with the hooks of scripts around it. */
export async function removeCollection(call: Call): Promise<Outcome<never>> {
  const { app, request } = call
  const collection = getRequestedCollection(app.catalog, request)
  const given: Events = {
    collection,
    values: { collection: collectionValue(collection) },
    model: 'collection',
    failed: 'Failed to delete collection due to existing dependency.',
  }
  const hooks = callBefore(call, ['onCollectionBeforeDeleteRequest', 'onModelBeforeDelete'], given)
  if (hooks) return hooks
  // A path of a rule that led through the collection is null from then on, which can open other collections.
  await logExposure(app, () =>
    changeCollections(
      app,
      (transaction, catalog) => remove(transaction, catalog, getRequestedCollection(catalog, request)),
      guardCollections(call),
    ),
  )
  return callAround(call, ['onModelAfterDelete', 'onCollectionAfterDeleteRequest'], emptyReply(), () => ({
    values: given.values,
    model: 'collection',
  }))
}

/** Deletes a collection with its records, their files and their linked OAuth2 accounts. */
export const deleteCollection: Endpoint = {
  method: 'DELETE',
  path: '/collections/:collection',
  operation: {
    id: 'deleteCollection',
    summary: 'Delete a collection with its records',
    query: ['allowFailingTests'],
    returns: 'nothing',
  },
  guard: adminOnly,
  steps: inWriterExclusively(removeCollection),
}

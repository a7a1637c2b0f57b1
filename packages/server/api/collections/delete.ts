import { changeCollections } from '../../collections/changeCollections.ts'
import { deleteCollection as remove } from '../../collections/deleteCollection.ts'
import { emptyReply } from '../../messages/ApiReply.ts'
import type { Endpoint } from '../contract.ts'
import { getRequestedCollection } from '../getCollection.ts'
import { adminOnly } from '../guards.ts'

/** Deletes a collection with its records, their files and their linked OAuth2 accounts. */
export const deleteCollection: Endpoint = {
  method: 'DELETE',
  path: '/collections/:collection',
  operation: { id: 'deleteCollection', summary: 'Delete a collection with its records', returns: 'nothing' },
  runs: 'writes',
  markCollectionsChanged: true,
  guard: adminOnly,
  handle: async ({ app, request }) =>
    emptyReply({
      effects: await changeCollections(app, (transaction, catalog) =>
        remove(transaction, catalog, getRequestedCollection(catalog, request)),
      ),
    }),
}

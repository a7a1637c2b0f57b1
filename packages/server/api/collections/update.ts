import { changeCollection } from '../../collections/changeCollections.ts'
import { collectionJson } from '../../collections/collectionJson.ts'
import { submitCollection } from '../../collections/submitCollection.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { collectionIn } from './collectionIn.ts'
import { maxCollectionBytes, readCollectionForm } from './readCollectionForm.ts'

/** Changes a collection, its table and what its records hold. */
export const updateCollection: Endpoint = {
  method: 'PATCH',
  path: '/collections/:collection',
  runs: 'writes',
  maxBodyBytes: maxCollectionBytes,
  changesCollections: true,
  guard: adminOnly,
  handle: async ({ app, request }) => {
    const changed = await changeCollection(app, (transaction, catalog, report) =>
      submitCollection(transaction, catalog, collectionIn(catalog, request), readCollectionForm(request), report),
    )
    return { json: collectionJson(changed) }
  },
}

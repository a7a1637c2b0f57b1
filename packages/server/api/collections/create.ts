import { submitCollection } from '../../collections/submitCollection.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { inWriterExclusively } from '../Steps.ts'
import { collectionJson } from '../v022/write/collectionJson.ts'
import { changeGuarded } from './changeGuarded.ts'
import { callAfterSaving, callBeforeSaving, formAfter } from './collectionScripts.ts'
import { maxCollectionBytes, readCollectionForm } from './readCollectionForm.ts'

/** Creates a collection and its table. */
export const createCollection: Endpoint = {
  method: 'POST',
  path: '/collections',
  operation: {
    id: 'createCollection',
    summary: 'Create a collection',
    query: ['allowFailingTests', 'coffer'],
    body: { json: 'CollectionCreate' },
    returns: 'Collection',
  },
  body: { maxBytes: maxCollectionBytes },
  guard: adminOnly,
  steps: inWriterExclusively(async call => {
    const form = readCollectionForm(call.request)
    const hooks = await callBeforeSaving(call, 'Create', form)
    if (hooks) return hooks
    const created = await changeGuarded(call, (transaction, catalog, report) =>
      submitCollection(transaction, catalog, undefined, formAfter(call, form), report),
    )
    return callAfterSaving(call, 'Create', created, jsonReply(collectionJson(created, call.request)))
  }),
}

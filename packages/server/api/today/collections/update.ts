import type { Catalog } from '../../../catalog/Catalog.ts'
import { submitCollection } from '../../../collections/submitCollection.ts'
import { jsonReply } from '../../../messages/ApiReply.ts'
import type { Call } from '../../Call.ts'
import { changeGuarded } from '../../collections/changeGuarded.ts'
import { callAfterSaving, callBeforeSaving, formAfter } from '../../collections/collectionScripts.ts'
import { maxCollectionBytes } from '../../collections/readCollectionForm.ts'
import { getUnchangedCollection } from '../../collections/update.ts'
import type { Endpoint } from '../../contract.ts'
import { adminOnly } from '../../guards.ts'
import { type CallScripts, inWriterExclusively } from '../../Steps.ts'
import { readTodayForm } from './readForm.ts'
import { findSystemCollection } from './systemCollections.ts'
import { todayCollection } from './todayCollection.ts'
import { withTodayIssues } from './todayIssues.ts'
import { updateSystemCollection } from './updateSystem.ts'

/** Reads the submitted keys of the collection named by the path, and returns them with the stored collection. */
function readUpdate({ app, request }: Call, catalog: Catalog) {
  const stored = getUnchangedCollection(catalog, request)
  return { stored, ...readTodayForm(app, request, stored) }
}

/** Calls the hooks of scripts before a collection is updated, if there are any. */
function callBeforeUpdate(call: Call): Promise<CallScripts | undefined> {
  const { stored, form, positions } = readUpdate(call, call.app.catalog)
  return withTodayIssues(positions, () => callBeforeSaving(call, 'Update', form, stored))
}

/** Updates a collection, its table and the values of its records. */
export const updateTodayCollection: Endpoint = {
  dialect: 'today',
  guard: adminOnly,
  body: { maxBytes: maxCollectionBytes },
  method: 'PATCH',
  path: '/collections/:collection',
  operation: {
    id: 'updateTodayCollection',
    summary: 'Update a collection',
    query: ['ifUpdated', 'allowFailingTests'],
    body: { json: 'TodayCollectionUpdate' },
    returns: 'TodayCollection',
    errors: [412],
  },
  steps: inWriterExclusively(async call => {
    const { app, request } = call
    const system = await findSystemCollection(call)
    if (system) return updateSystemCollection(call, system)
    const hooks = request.scripts && (await callBeforeUpdate(call))
    if (hooks) return hooks
    const changed = await changeGuarded(call, (transaction, catalog, report) => {
      const { stored, form, positions } = readUpdate(call, catalog)
      return withTodayIssues(positions, () => submitCollection(transaction, catalog, stored, formAfter(call, form), report, true))
    })
    return callAfterSaving(call, 'Update', changed, jsonReply(todayCollection(changed, app.settings)))
  }),
}

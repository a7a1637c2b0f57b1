import { newerSystemCollections, noSecondFactor } from '@coffer/schema'
import { superusers } from '../../../auth/superusers.ts'
import type { Catalog } from '../../../catalog/Catalog.ts'
import { submitCollection } from '../../../collections/submitCollection.ts'
import { Rejection } from '../../../errors/Rejection.ts'
import { jsonReply } from '../../../messages/ApiReply.ts'
import type { ApiRequest } from '../../../messages/ApiRequest.ts'
import type { Call } from '../../Call.ts'
import { changeGuarded } from '../../collections/changeGuarded.ts'
import { callAfterSaving, callBeforeSaving, formAfter } from '../../collections/collectionScripts.ts'
import { maxCollectionBytes } from '../../collections/readCollectionForm.ts'
import { getUnchangedCollection } from '../../collections/update.ts'
import type { Endpoint } from '../../contract.ts'
import { adminOnly } from '../../guards.ts'
import { type CallScripts, inWriterExclusively } from '../../Steps.ts'
import { readTodayForm } from './readForm.ts'
import { todayCollection } from './todayCollection.ts'
import { withTodayIssues } from './todayIssues.ts'

/** @throws Rejection `invalid` for a collection that every newer server has, and whose options this one does not have */
function assertChangeable({ params: { collection = '' } }: ApiRequest): void {
  const isOfAdmins = collection === superusers.id || collection === superusers.name
  if (!isOfAdmins && !newerSystemCollections.includes(collection)) return
  const reason = isOfAdmins ? noSecondFactor : 'It is the same on every server.'
  throw new Rejection('invalid', { message: `The collection "${collection}" cannot be changed. ${reason}` })
}

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
    assertChangeable(request)
    const hooks = request.scripts && (await callBeforeUpdate(call))
    if (hooks) return hooks
    const changed = await changeGuarded(call, (transaction, catalog, report) => {
      const { stored, form, positions } = readUpdate(call, catalog)
      return withTodayIssues(positions, () => submitCollection(transaction, catalog, stored, formAfter(call, form), report, true))
    })
    return callAfterSaving(call, 'Update', changed, jsonReply(todayCollection(changed, app.settings)))
  }),
}

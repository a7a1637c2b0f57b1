import { newerSystemCollections, noSecondFactor } from '@coffer/schema'
import { superusers } from '../../../auth/superusers.ts'
import { submitCollection } from '../../../collections/submitCollection.ts'
import { Rejection } from '../../../errors/Rejection.ts'
import { jsonReply } from '../../../messages/ApiReply.ts'
import type { ApiRequest } from '../../../messages/ApiRequest.ts'
import type { Call } from '../../Call.ts'
import { changeGuarded } from '../../collections/changeGuarded.ts'
import { callAfterSaving, callBeforeSaving, formAfter } from '../../collections/collectionScripts.ts'
import { maxCollectionBytes } from '../../collections/readCollectionForm.ts'
import { assertUnchanged } from '../../collections/update.ts'
import type { Endpoint } from '../../contract.ts'
import { getRequestedCollection } from '../../getCollection.ts'
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

/** Calls the hooks of scripts before a collection is updated, if there are any. */
function callBeforeUpdate(call: Call): Promise<CallScripts | undefined> {
  const { app, request } = call
  const stored = assertUnchanged(getRequestedCollection(app.catalog, request), request)
  const { form, positions } = readTodayForm(app, request, stored)
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
      const stored = assertUnchanged(getRequestedCollection(catalog, request), request)
      const { form, positions } = readTodayForm(app, request, stored)
      return withTodayIssues(positions, () => submitCollection(transaction, catalog, stored, formAfter(call, form), report, true))
    })
    return callAfterSaving(call, 'Update', changed, jsonReply(todayCollection(changed, app.settings)))
  }),
}

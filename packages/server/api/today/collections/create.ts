import { submitCollection } from '../../../collections/submitCollection.ts'
import { jsonReply } from '../../../messages/ApiReply.ts'
import { changeGuarded } from '../../collections/changeGuarded.ts'
import { callAfterSaving, callBeforeSaving, formAfter } from '../../collections/collectionScripts.ts'
import { maxCollectionBytes } from '../../collections/readCollectionForm.ts'
import type { Endpoint } from '../../contract.ts'
import { adminOnly } from '../../guards.ts'
import { inWriterExclusively } from '../../Steps.ts'
import { readTodayForm } from './readForm.ts'
import { todayCollection } from './todayCollection.ts'
import { withTodayIssues } from './todayIssues.ts'

/** Creates a collection and its table. */
export const createTodayCollection: Endpoint = {
  dialect: 'today',
  guard: adminOnly,
  body: { maxBytes: maxCollectionBytes },
  method: 'POST',
  path: '/collections',
  operation: {
    id: 'createTodayCollection',
    summary: 'Create a collection',
    query: ['allowFailingTests'],
    body: { json: 'TodayCollectionCreate' },
    returns: 'TodayCollection',
  },
  steps: inWriterExclusively(async call => {
    const { app, request } = call
    const { form, positions } = readTodayForm(app, request, undefined)
    const hooks = await withTodayIssues(positions, () => callBeforeSaving(call, 'Create', form))
    if (hooks) return hooks
    const created = await withTodayIssues(positions, () =>
      changeGuarded(call, (transaction, catalog, report) =>
        submitCollection(transaction, catalog, undefined, formAfter(call, form), report, true),
      ),
    )
    return callAfterSaving(call, 'Create', created, jsonReply(todayCollection(created, app.settings)))
  }),
}

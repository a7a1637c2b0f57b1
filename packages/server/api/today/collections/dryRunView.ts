import { blank, messagesOf } from '@coffer/schema'
import { ViewQueryError } from '../../../collections/views/parseViewQuery.ts'
import { prepareView } from '../../../collections/views/prepareView.ts'
import { previewView } from '../../../collections/views/previewView.ts'
import { goErrorText, messageOf } from '../../../errors/inspectError.ts'
import { Rejection } from '../../../errors/Rejection.ts'
import { jsonReply } from '../../../messages/ApiReply.ts'
import { readForm } from '../../body/readForm.ts'
import { maxCollectionBytes } from '../../collections/readCollectionForm.ts'
import type { Endpoint } from '../../contract.ts'
import { adminOnly } from '../../guards.ts'
import { inReader } from '../../Steps.ts'
import { recordJson } from '../../v022/write/recordJson.ts'
import { todayCollection } from './todayCollection.ts'

const form = { query: 'text' } as const

/** Returns why a query cannot be a view. */
function reasonOf(error: unknown): string {
  if (error instanceof ViewQueryError) return goErrorText(error)
  return error instanceof Rejection ? messagesOf(error.issues).join(' ') : messageOf(error)
}

/** Returns the fields and the first records of a view query, without storing it. */
export const dryRunView: Endpoint = {
  method: 'POST',
  path: '/collections/meta/dry-run-view',
  dialect: 'today',
  operation: {
    id: 'dryRunView',
    summary: 'Read the fields and first records of a view query',
    body: { form, required: ['query'] },
    returns: 'TodayViewPreview',
  },
  body: { maxBytes: maxCollectionBytes },
  guard: adminOnly,
  steps: inReader(async ({ app: { catalog, db, settings }, request }) => {
    const { query = '' } = readForm(request, form, 'dataMalformed')
    if (query.trim() === '') throw new Rejection('invalid', { code: 'formInvalid', issues: { query: blank } })
    const preview = db.inspectQueries(async look => {
      // Its error contains the error of the database.
      await prepareView(look, catalog, query)
      return previewView(look, catalog, undefined, query)
    })
    const { view, rows } = await preview.catch(error => {
      throw new Rejection('invalid', { message: `Invalid view query. Raw error: \n${reasonOf(error)}.`, cause: error })
    })
    const sample = rows.map(row => recordJson(view, row, { showsEmail: true, showsHidden: true }))
    return jsonReply({ fields: todayCollection(view, settings).fields, sample })
  }),
}

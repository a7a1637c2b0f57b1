import { previewView as preview } from '../../collections/views/previewView.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import { readForm } from '../body/readForm.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { inReader } from '../Steps.ts'
import { recordJson } from '../v022/write/recordJson.ts'
import { maxCollectionBytes } from './readCollectionForm.ts'

const form = { query: 'text', collection: 'text' } as const

/** Returns the fields and the first records of a view query. Rejects the queries that saving the view would reject. */
export const previewView: Endpoint = {
  method: 'POST',
  path: '/collections/preview-view',
  operation: {
    id: 'previewView',
    summary: 'Read the fields and first records of a view query',
    body: { form, required: ['query'] },
    returns: 'ViewPreview',
  },
  body: { maxBytes: maxCollectionBytes },
  guard: adminOnly,
  steps: inReader(async ({ app, request }) => {
    const { query = '', collection = '' } = readForm(request, form, 'dataMalformed')
    const { catalog } = app
    const stored = catalog.find(collection)
    const { schema, dates, view, rows } = await app.db.inspectQueries(look =>
      preview(look, catalog, stored?.type === 'view' ? stored : undefined, query),
    )
    return jsonReply({ schema, dates, items: rows.map(row => recordJson(view, row, { showsEmail: true, showsHidden: true })) })
  }),
}

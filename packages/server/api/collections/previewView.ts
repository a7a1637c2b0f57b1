import { previewView as preview } from '../../collections/views/previewView.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import { invalidFormatting } from '../body/readData.ts'
import { readForm } from '../body/readForm.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
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
  runs: 'reads',
  maxBodyBytes: maxCollectionBytes,
  guard: adminOnly,
  handle: async ({ app, request }) => {
    const { query = '', collection = '' } = readForm(request, form, invalidFormatting)
    const catalog = await app.catalog()
    const stored = catalog.find(collection)
    return jsonReply(
      await app.db.inspectQueries(look => preview(look, catalog, stored?.type === 'view' ? stored : undefined, query)),
    )
  },
}

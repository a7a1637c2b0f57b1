import { badRequest, notFound } from '../../errors/ApiError.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import { previewDeletion as preview } from '../../records/previewDeletion.ts'
import { readForm } from '../body/readForm.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'

const form = { collection: 'text', ids: 'texts' } as const

/** Returns how many other records would be deleted along with records of a collection. Nothing is deleted. */
export const previewDeletion: Endpoint = {
  method: 'POST',
  path: '/deletions/preview',
  operation: {
    id: 'previewDeletion',
    summary: 'Count the records that would be deleted along with others',
    body: { form, required: ['collection', 'ids'] },
    returns: 'DeletionPreview',
    errors: [404],
  },
  runs: 'reads',
  maxBodyBytes: 1024 * 1024,
  guard: adminOnly,
  handle: async ({ app, request }) => {
    const { collection: idOrName = '', ids = [] } = readForm(request, form)
    const catalog = await app.catalog()
    const collection = catalog.find(idOrName)
    if (!collection) throw notFound()
    if (collection.type === 'view') throw badRequest('Unsupported collection type.')
    return jsonReply(await preview(app.db, catalog, collection, ids))
  },
}

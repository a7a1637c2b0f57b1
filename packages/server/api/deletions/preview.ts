import { Rejection } from '../../errors/Rejection.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import { countTruncated } from '../../records/countTruncated.ts'
import { previewDeletion as preview, previewTruncation } from '../../records/previewDeletion.ts'
import { readForm } from '../body/readForm.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { inReader } from '../Steps.ts'

/** Time budget for counting the records and files of a truncation, beside that of the preview. */
const maxCountMs = 2000

const form = { collection: 'text', ids: 'texts', all: 'flag' } as const

/**
 * Returns how many other records would be deleted along with records of a collection. With `all`, all of its records count as deleted, and
 * the response also has their number and the number of their files, unless counting these takes too long. Nothing is deleted.
 */
export const previewDeletion: Endpoint = {
  method: 'POST',
  path: '/deletions/preview',
  operation: {
    id: 'previewDeletion',
    summary: 'Count the records that would be deleted along with others',
    body: { form, required: ['collection'] },
    returns: 'DeletionPreview',
    errors: [404],
  },
  body: { maxBytes: 1024 * 1024 },
  guard: adminOnly,
  steps: inReader(async ({ app, request }) => {
    const { collection: idOrName = '', ids = [], all = false } = readForm(request, form)
    const { catalog } = app
    const collection = catalog.find(idOrName)
    if (!collection) throw new Rejection('missing')
    if (collection.type === 'view') throw new Rejection('invalid', { code: 'collectionTypeUnsupported' })
    if (!all) return jsonReply(await preview(app.db, catalog, collection, ids))
    const effects = await previewTruncation(app.db, catalog, collection)
    return jsonReply({ ...effects, ...(await countTruncated(app.db, collection, maxCountMs)) })
  }),
}

import { fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { UploadLimit, UploadLimits } from '../../messages/ApiReply.ts'
import { requireAllowedRow } from '../../records/access/findAllowed.ts'
import { requireChance, ruleOf } from '../../rules/conditions.ts'
import { requestValues } from '../../rules/requestValues.ts'
import type { Call } from '../contract.ts'
import { findWritableCollection } from './findCollection.ts'

/** Maximum bytes of a record's values in one request. */
export const maxRecordBytes = 32 * 1024 * 1024

/** More files, or larger ones, are refused: then it is enough to know that they are too many, or how large they are. */
const uploadLimits = ({ schema }: Collection): UploadLimits =>
  new Map(
    schema.flatMap((field): [string, UploadLimit][] => {
      const rules = fieldType(field).holdsFiles?.(field.options)
      return rules
        ? [[field.name, { files: rules.maxFiles, size: rules.maxSize > 0 ? rules.maxSize : Number.POSITIVE_INFINITY }]]
        : []
    }),
  )

/**
 * Rejects an update that the rule does not allow, whatever its body may be. A rule that asks for the body is left to the writer.
 * @throws ApiError 404 when the requester may not update the record
 */
const requireUpdatable = async ({ app, request, requester }: Call, collection: Collection): Promise<void> => {
  if (ruleOf(collection, 'update')?.includes('@request.data')) return
  const lookup = { catalog: await app.catalog(), request: requestValues(request, requester) }
  await requireAllowedRow(app.db, collection, request.params.id ?? '', 'update', requester, lookup)
}

/**
 * The files that a record of the collection may come with.
 * @throws ApiError 404 when there is no such collection or record, 400 for a view, 403 when only administrators may
 */
export const admitUploads =
  (action: 'create' | 'update') =>
  async (call: Call): Promise<UploadLimits> => {
    const collection = await findWritableCollection(call)
    requireChance(collection, action, call.requester)
    if (action === 'update') await requireUpdatable(call, collection)
    return uploadLimits(collection)
  }

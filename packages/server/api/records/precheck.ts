import { fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { UploadLimit, UploadLimits } from '../../messages/ApiReply.ts'
import { getAllowedRow } from '../../records/access/findAllowed.ts'
import { assertNotAdminOnly, ruleOf } from '../../rules/conditions.ts'
import { requestValues } from '../../rules/requestValues.ts'
import type { Call } from '../contract.ts'
import { getWritableCollection } from '../getCollection.ts'

/** Maximum size of a record's values in one request, in bytes. */
export const maxRecordBytes = 32 * 1024 * 1024

/** Returns the limits of each file field. Files beyond them are not stored: only their number and size are needed to reject them. */
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
 * Rejects an update that the rule forbids for any body. A rule that uses the body is evaluated in the writer.
 * @throws ApiError 404 if the requester cannot update the record
 */
const assertUpdatable = async ({ app, request, requester }: Call, collection: Collection): Promise<void> => {
  if (ruleOf(collection, 'update')?.includes('@request.data')) return
  const lookup = { catalog: await app.catalog(), request: requestValues(request, requester) }
  await getAllowedRow(app.db, collection, request.params.id ?? '', 'update', requester, lookup)
}

/**
 * Returns the files that a request for a record of the collection can contain.
 * @throws ApiError 404 if the collection or record does not exist, 400 for a view, 403 if the rule allows only admins
 */
export const precheckUploads =
  (action: 'create' | 'update') =>
  async (call: Call): Promise<UploadLimits> => {
    const collection = await getWritableCollection(call)
    assertNotAdminOnly(collection, action, call.requester)
    if (action === 'update') await assertUpdatable(call, collection)
    return uploadLimits(collection)
  }

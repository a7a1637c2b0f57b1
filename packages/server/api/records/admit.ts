import { fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { UploadLimit, UploadLimits } from '../../request/ApiReply.ts'
import { requireChance } from '../../rules/conditions.ts'
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
 * The files that a record of the collection may come with.
 * @throws ApiError 404 when there is no such collection, 400 for a view, 403 when only administrators may
 */
export const admitUploads =
  (action: 'create' | 'update') =>
  async (call: Call): Promise<UploadLimits> => {
    const collection = await findWritableCollection(call)
    requireChance(collection, action, call.requester)
    return uploadLimits(collection)
  }

import { fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { UploadLimit, UploadLimits } from '../../messages/ApiReply.ts'
import type { ApiDialect } from '../../messages/dialects.ts'
import { getAllowedRow } from '../../records/access/findAllowed.ts'
import { createActor } from '../../records/rules/Actor.ts'
import { assertNotAdminOnly, ruleOf } from '../../records/rules/conditions.ts'
import type { Call } from '../Call.ts'
import { getWritableCollection } from '../getCollection.ts'

/** Maximum size of a record's values in one request, in bytes. */
export const maxRecordBytes = 32 * 1024 * 1024

/**
 * Returns the limits of each file field. Files beyond them are not stored: only their number and size are needed to reject them.
 */
const uploadLimits = ({ schema }: Collection): UploadLimits =>
  new Map(
    schema.flatMap((field): [string, UploadLimit][] => {
      const rules = fieldType(field).holdsFiles?.(field.options)
      return rules
        ? [[field.name, { files: rules.maxFiles, size: rules.maxSize > 0 ? rules.maxSize : Number.POSITIVE_INFINITY }]]
        : []
    }),
  )

/** Adds the keys that clients of today use to add files to a field. */
const withModifiers = (limits: UploadLimits): UploadLimits =>
  new Map([...limits].flatMap(([name, limit]) => [name, `${name}+`, `+${name}`].map(key => [key, limit] as const)))

/** Returns the limits of the files of a record, by the keys that clients of the dialect use. */
export function recordUploads(collection: Collection, dialect: ApiDialect | undefined): UploadLimits {
  const limits = uploadLimits(collection)
  return dialect === 'today' ? withModifiers(limits) : limits
}

/**
 * Rejects an update that the rule forbids for any body. A rule that uses the body is evaluated in the writer.
 * @throws Rejection `missing` if the requester cannot update the record
 */
async function assertUpdatable({ app, request, requester }: Call, collection: Collection): Promise<void> {
  if (/@request\.(?:data|body)/i.test(ruleOf(collection, 'update') ?? '')) return
  const lookup = { catalog: app.catalog, request: createActor(requester, request).values }
  await getAllowedRow(app.db, collection, request.params.id ?? '', 'update', requester, lookup)
}

/**
 * Returns the files that a request for a record of the collection can contain.
 * @throws Rejection `missing` if the collection or record does not exist, 400 for a view, 403 if the rule allows only admins
 */
export function precheckUploads(action: 'create' | 'update') {
  return async (call: Call): Promise<UploadLimits> => {
    const collection = getWritableCollection(call)
    assertNotAdminOnly(collection, action, call.requester)
    if (action === 'update') await assertUpdatable(call, collection)
    return recordUploads(collection, call.request.dialect)
  }
}

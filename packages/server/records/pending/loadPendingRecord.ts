import { fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import type { PreparedUpload } from '../../files/uploads/storeUploads.ts'
import { loadFiles } from '../files/loadFiles.ts'
import type { StoredRecord } from '../rows/StoredRecord.ts'
import { shapeOf } from '../rows/shape.ts'
import type { AuthInput, PendingRecord } from './PendingRecord.ts'
import { newPasswords } from './passwords.ts'
import { asBoolean, asText } from './scalars.ts'

function loadAuth(values: Record<string, unknown>, stored: StoredRecord | undefined): AuthInput {
  const given = (key: keyof AuthInput): unknown => (Object.hasOwn(values, key) ? values[key] : stored?.values[key])
  return {
    username: asText(given('username')),
    email: asText(given('email')),
    emailVisibility: asBoolean(given('emailVisibility')),
    verified: asBoolean(given('verified')),
    password: asText(values.password),
    passwordConfirm: asText(values.passwordConfirm),
    oldPassword: asText(values.oldPassword),
  }
}

/**
 * Merges a body with resolved modifiers into the stored record, or into an empty one.
 * @param newId the id of a new record; a stored record has the id in the body, if any
 * @throws Rejection `invalid` when the body names a file that the record does not have
 */
export function loadPendingRecord(
  collection: Collection,
  stored: StoredRecord | undefined,
  values: Record<string, unknown>,
  uploads: ReadonlyMap<string, readonly PreparedUpload[]>,
  newId?: string,
): PendingRecord {
  const result: Record<string, unknown> = { ...shapeOf(collection).blank }
  const removedFiles: string[] = []
  for (const field of collection.schema) {
    const type = fieldType(field)
    const before = stored ? stored.values[field.name] : type.empty(field.options)
    if (type.holdsFiles) {
      const files = loadFiles(field, values, before, uploads.get(field.name) ?? [])
      result[field.name] = files.value
      removedFiles.push(...files.removed)
    } else {
      const isSent = Object.hasOwn(values, field.name) && !type.setsDate && !type.holdsPassword
      result[field.name] = isSent ? type.normalize(values[field.name], field.options) : before
    }
  }
  return {
    collection,
    stored,
    id: newId ?? (asText(values.id) || String(stored?.values.id)),
    isIdNew: newId !== undefined && asText(values.id) === '',
    values: result,
    passwords: newPasswords(collection, values),
    auth: collection.type === 'auth' ? loadAuth(values, stored) : undefined,
    uploads,
    removedFiles,
  }
}

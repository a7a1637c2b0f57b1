import type { Issue } from '@coffer/fields'
import type { Reader } from '../../db/engine.ts'
import { name, sql } from '../../db/sql.ts'
import type { PendingRecord } from '../pending/PendingRecord.ts'

const allowed = /^[^@#$&|.,'"\\/\s]+$/

/** Validates the format of an id that a client chose. */
export const idFormat = (id: string): Issue | undefined => {
  if (Buffer.byteLength(id) !== 15) {
    return { code: 'validation_length_invalid', message: 'The length must be exactly 15.' }
  }
  return allowed.test(id) ? undefined : { code: 'validation_match_invalid', message: 'Must be in a valid format.' }
}

export const idTaken: Issue = { code: 'validation_invalid_id', message: 'The model id is invalid or already exists.' }

/** Validates the id that a client chose for a new record or sent with an existing one. */
export const validateId = async (
  { collection, stored, id, isIdNew }: PendingRecord,
  reader: Reader,
): Promise<Issue | undefined> => {
  if (stored) {
    return id === stored.values.id ? undefined : { code: 'validation_in_invalid', message: 'Must be a valid value.' }
  }
  if (isIdNew) return undefined
  const format = idFormat(id)
  if (format) return format
  const taken = await reader.row(sql`SELECT 1 FROM ${name(collection.name)} WHERE id = ${id}`)
  return taken && idTaken
}

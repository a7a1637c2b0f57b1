import type { Issue } from '@coffer/fields'
import type { Reader } from '../../db/engine.ts'
import { name, sql } from '../../db/sql.ts'
import type { PendingRecord } from '../pending/PendingRecord.ts'

const allowed = /^[^@#$&|.,'"\\/\s]+$/

const idLength = 15

/** The pattern that collections have in the format of PocketBase 0.23 and later; see `toNewerCollection`. */
const newerId = /^[a-z0-9]+$/

const invalidId = { code: 'validation_invalid_format', message: 'Invalid value format.' }

/** Validates the format of an id that a client chose. */
export function idFormat(id: string): Issue | undefined {
  const length = Buffer.byteLength(id)
  if (length !== idLength) {
    const newer =
      length < idLength
        ? {
            code: 'validation_min_text_constraint',
            message: `Must be at least ${idLength} character(s).`,
            params: { min: idLength },
          }
        : {
            code: 'validation_max_text_constraint',
            message: `Must be no more than ${idLength} character(s).`,
            params: { max: idLength },
          }
    return { code: 'validation_length_invalid', message: `The length must be exactly ${idLength}.`, newer }
  }
  return allowed.test(id)
    ? undefined
    : { code: 'validation_match_invalid', message: 'Must be in a valid format.', newer: invalidId }
}

/** The issue of an id that was sent with another record. */
export const idChanged: Issue = {
  code: 'validation_in_invalid',
  message: 'Must be a valid value.',
  newer: { code: 'validation_pk_change', message: 'The record primary key cannot be changed.' },
}

export const idTaken: Issue = { code: 'validation_invalid_id', message: 'The model id is invalid or already exists.' }

/** Validates the id that a client chose for a new record or sent with an existing one. */
export async function validateId(
  { collection, stored, id, isIdNew, isNewer }: PendingRecord,
  reader: Reader,
): Promise<Issue | undefined> {
  if (stored) {
    return id === stored.values.id ? undefined : idChanged
  }
  if (isIdNew) return undefined
  const format = idFormat(id) ?? (isNewer && !newerId.test(id) ? invalidId : undefined)
  if (format) return format
  const taken = await reader.row(sql`SELECT 1 FROM ${name(collection.name)} WHERE id = ${id}`)
  return taken && idTaken
}

import { isDatabaseError } from '../../db/DatabaseError.ts'

/** Thrown when a deletion or update cannot be undone. The message is shown to the user. */
export class RestoreConflictError extends Error {
  /** The record that the message is about; undefined if it is about the whole collection. */
  readonly recordId: string | undefined

  constructor(message: string, recordId?: string) {
    super(message)
    this.recordId = recordId
  }
}

/** Turns a violated constraint into a `RestoreConflictError`; returns other errors unchanged. */
export function toRestoreConflict(error: unknown, id: string): unknown {
  if (!isDatabaseError(error, 'unique') && !isDatabaseError(error, 'constraint')) return error
  const columns = error.columns.map(column => `"${column.slice(column.lastIndexOf('.') + 1)}"`)
  if (columns.length === 0) {
    return new RestoreConflictError(`The database rejected it: ${error.message}.`, id)
  }
  const values = columns.length === 1 ? `the same value of ${columns[0]}` : `the same values of ${columns.join(', ')}`
  return new RestoreConflictError(`Another record has ${values}, which must be unique.`, id)
}

import { messageOf } from '../../errors/inspectError.ts'
import { isDatabaseError } from '../DatabaseError.ts'

/** Returns the command line error for a database that cannot be opened. */
export function openingError(path: string, error: unknown): Error {
  if (isDatabaseError(error, 'busy')) {
    return new Error(`Cannot open ${path}: another program has locked it. Stop that program and try again.`, {
      cause: error,
    })
  }
  const reason = messageOf(error)
  return new Error(
    `Cannot open ${path}: ${reason}. Check that the file is a SQLite database and that this user can write to it.`,
    {
      cause: error,
    },
  )
}

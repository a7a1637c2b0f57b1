import { messageOf } from '../errors/inspectError.ts'
import { isBusy } from './sqliteErrors.ts'

/** Returns the error, for the person at the command line, of a database that cannot be opened. */
export const openingError = (path: string, error: unknown): Error => {
  if (isBusy(error)) {
    return new Error(`Another program holds ${path}, so that it cannot be opened. Stop that program and try again.`, {
      cause: error,
    })
  }
  const reason = messageOf(error)
  return new Error(
    `Cannot open ${path}: ${reason}. Check that the file is a SQLite database and that this user may write to it.`,
    {
      cause: error,
    },
  )
}

import { basename } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { findDamage } from '../db/findDamage.ts'

const assertUndamaged = (database: DatabaseSync): void => {
  // A constraint could take as long as its author likes, and says nothing about the file.
  database.exec('PRAGMA ignore_check_constraints = ON')
  const damage = findDamage(database)
  if (damage !== undefined) throw new Error(`is damaged: ${damage}`)
}

/**
 * Opens an unpacked database of unknown origin, lets `validate` look at it, and then checks it for damage.
 * @param validate throws errors with the end of a sentence about the file
 * @throws Error with a sentence that begins with the name of the file
 */
export const withUntrustedDatabase = (path: string, validate: (database: DatabaseSync) => void): void => {
  try {
    using database = new DatabaseSync(path, { enableDoubleQuotedStringLiterals: true, defensive: true })
    database.exec('PRAGMA trusted_schema = OFF')
    validate(database)
    assertUndamaged(database)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const reason = code === 'ERR_SQLITE_ERROR' ? `can't be read: ${message}.` : message
    throw new Error(`The ${basename(path)} in the archive ${reason}`, { cause: error })
  }
}

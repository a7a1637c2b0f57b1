import { basename } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseError } from '../db/DatabaseError.ts'
import { classifyError } from '../db/sqlite/classifyError.ts'
import { findDamage } from '../db/sqlite/findDamage.ts'
import { messageOf } from '../errors/inspectError.ts'

function assertUndamaged(database: DatabaseSync): void {
  // CHECK constraints are skipped: they can be endless, and do not indicate damage.
  database.exec('PRAGMA ignore_check_constraints = ON')
  const damage = findDamage(database)
  if (damage !== undefined) throw new Error(`is damaged: ${damage}`)
}

/**
 * Opens an unpacked database of unknown origin, calls `validate`, and then checks the database for damage.
 * @param validate throws errors whose message completes a sentence that starts with the file name
 * @throws Error with a message that starts with the file name
 */
export function withUntrustedDatabase(path: string, validate: (database: DatabaseSync) => void): void {
  try {
    using database = new DatabaseSync(path, { enableDoubleQuotedStringLiterals: true, defensive: true })
    database.exec('PRAGMA trusted_schema = OFF')
    validate(database)
    assertUndamaged(database)
  } catch (error) {
    const known = classifyError(error)
    const reason = known instanceof DatabaseError ? `can't be read: ${known.message}.` : messageOf(known)
    throw new Error(`The ${basename(path)} in the archive ${reason}`, { cause: error })
  }
}

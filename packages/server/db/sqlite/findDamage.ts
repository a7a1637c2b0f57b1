import { DatabaseSync } from 'node:sqlite'
import { classifyingErrors } from './classifyError.ts'

/** Reads a whole database and returns a description of the first damage on one line, or undefined if there is none. */
export const findDamage = (database: DatabaseSync): string | undefined => {
  const [result] = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {})
  if (result === 'ok') return undefined
  return String(result)
    .split('\n')
    .filter(line => !line.startsWith('***'))
    .join(' ')
}

/** Calls `findDamage` on a new connection, because the cached pages of an open one can hide damage. */
export const findDamageOfFile = (path: string): string | undefined =>
  classifyingErrors(() => {
    using database = new DatabaseSync(path, { readOnly: true, timeout: 10_000 })
    return findDamage(database)
  })

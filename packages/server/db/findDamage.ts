import type { DatabaseSync } from 'node:sqlite'

/** Reads a database from end to end; returns the first damage that SQLite finds, on one line. */
export const findDamage = (database: DatabaseSync): string | undefined => {
  const [result] = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {})
  if (result === 'ok') return undefined
  return String(result)
    .split('\n')
    .filter(line => !line.startsWith('***'))
    .join(' ')
}

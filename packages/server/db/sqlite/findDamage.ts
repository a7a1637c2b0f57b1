import type { DatabaseSync } from 'node:sqlite'

/** Reads a whole database and returns a description of the first damage on one line, or undefined if there is none. */
export const findDamage = (database: DatabaseSync): string | undefined => {
  const [result] = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {})
  if (result === 'ok') return undefined
  return String(result)
    .split('\n')
    .filter(line => !line.startsWith('***'))
    .join(' ')
}

import { numbers, records } from '../realtimeAttack.ts'

/** Twelve records with texts of 8 MB. */
export const longTexts = {
  sql: `WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 12)
    INSERT INTO scratch (id, t) SELECT printf('longText%07d', n), printf('%.*c', 8000000, 'a') FROM many`,
}

/**
 * Fifteen searches. A filter with more than sixteen looks at the time between them. Each compares its text with every character of a
 * value, so that a list takes 20 seconds of a processor, and nothing interrupts its statement on SQLite.
 */
export const uninterruptedFilter = numbers(15)
  .map(number => `t ~ "${'a'.repeat(40)}b${number}"`)
  .join(' || ')

/** Returns the path, below `/api/`, of a list that is like none before, so that its cost is not known. */
export function uninterruptedPath(number: number, filter = uninterruptedFilter): string {
  return `${records}?skipTotal=1&perPage=1&filter=${encodeURIComponent(filter)}&like${number}=none`
}

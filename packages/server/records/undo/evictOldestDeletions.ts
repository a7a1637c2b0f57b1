import type { Transaction } from '../../db/engine.ts'
import { sql } from '../../db/sql.ts'
import { maxStoredCharacters, maxStoredDeletions } from './limits.ts'

/** Fraction of the limits that stays in use after an eviction. An eviction scans the whole table, so it should not run each time. */
const remainingFraction = 0.9

/** Lets the oldest deletions expire if the stored ones exceed the limits. */
export const evictOldestDeletions = async (transaction: Transaction): Promise<void> => {
  const [total, size] = (await transaction.row(sql`SELECT count(*), total(size) FROM _cofferDeletions WHERE deleted > 0`)) ?? []
  if (Number(total) <= maxStoredDeletions && Number(size) <= maxStoredCharacters) return
  const counted = sql`SELECT id, row_number() OVER newest AS place, sum(size) OVER newest AS upto FROM _cofferDeletions
    WHERE deleted > 0 WINDOW newest AS (ORDER BY deleted DESC, id DESC)`
  await transaction.run(sql`UPDATE _cofferDeletions SET deleted = 0, size = 0, content = ''
    WHERE id IN (SELECT id FROM (${counted}) WHERE place > ${maxStoredDeletions * remainingFraction} OR upto > ${maxStoredCharacters * remainingFraction})`)
}

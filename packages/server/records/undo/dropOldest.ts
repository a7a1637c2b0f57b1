import type { Transaction } from '../../db/engine.ts'
import { sql } from '../../db/sql.ts'
import { mostCharacters, mostKept } from './limits.ts'

/** How much of what may be kept remains when there was too much: to find the oldest takes a look at all. */
const remaining = 0.9

/** Where more is kept than may be, the oldest deletions can be undone no longer. */
export const dropOldest = async (transaction: Transaction): Promise<void> => {
  const [total, size] = (await transaction.row(sql`SELECT count(*), total(size) FROM _cofferDeletions WHERE deleted > 0`)) ?? []
  if (Number(total) <= mostKept && Number(size) <= mostCharacters) return
  const counted = sql`SELECT id, row_number() OVER newest AS place, sum(size) OVER newest AS upto FROM _cofferDeletions
    WHERE deleted > 0 WINDOW newest AS (ORDER BY deleted DESC, id DESC)`
  await transaction.run(sql`UPDATE _cofferDeletions SET deleted = 0, size = 0, content = ''
    WHERE id IN (SELECT id FROM (${counted}) WHERE place > ${mostKept * remaining} OR upto > ${mostCharacters * remaining})`)
}

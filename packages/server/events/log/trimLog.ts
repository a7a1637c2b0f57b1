import type { Transaction } from '../../db/engine.ts'
import { join, name, sql } from '../../db/sql.ts'

/** The limits of what waits for consumers. */
export interface LogLimits {
  maxAgeMs: number
  /** Characters of all entries together. */
  maxSize: number
}

const threeDaysMs = 3 * 24 * 60 * 60_000

const defaultLimits: LogLimits = { maxAgeMs: threeDaysMs, maxSize: 256 * 1024 * 1024 }

/**
 * Removes changes that all consumers have handled, that have waited too long, or that take too much space. The newest one stays,
 * because SQLite would use its number again.
 * @param consumers the consumers that exist; the cursors of others, which would hold the log forever, are removed
 * @returns the number of changes that were removed before all consumers had handled them
 */
export async function trimLog(
  transaction: Transaction,
  consumers: readonly string[],
  { maxAgeMs, maxSize }: LogLimits = defaultLimits,
): Promise<number> {
  const events = name('_cofferEvents')
  const { includes, first } = transaction.dialect.logPosition
  const known = await transaction.rows(sql`SELECT consumer, seen FROM ${name('_cofferCursors')}`)
  for (const [consumer] of known.filter(([consumer]) => !consumers.includes(String(consumer))))
    await transaction.run(sql`DELETE FROM ${name('_cofferCursors')} WHERE consumer = ${String(consumer)}`)
  const positions = consumers.map(consumer => String(known.find(([name]) => name === consumer)?.[1] ?? first))
  const newest = Number((await transaction.row(sql`SELECT COALESCE(MAX(id), 0) FROM ${events}`))?.[0])
  const handled = positions.map(position => sql` AND ${includes(sql`${position}`)}`)
  await transaction.run(sql`DELETE FROM ${events} WHERE id < ${newest}${join(handled, sql``)}`)
  const tooOld = await transaction.run(sql`DELETE FROM ${events} WHERE id < ${newest} AND created < ${Date.now() - maxAgeMs}`)
  const tooMany = await transaction.run(sql`DELETE FROM ${events} WHERE id < ${newest} AND id IN
    (SELECT id FROM (SELECT id, SUM(size) OVER (ORDER BY id DESC) AS upto FROM ${events}) AS sizes WHERE upto > ${maxSize})`)
  return tooOld.changes + tooMany.changes
}

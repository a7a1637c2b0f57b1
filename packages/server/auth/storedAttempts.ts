import type { Engine, Reader } from '../db/engine.ts'
import { ensureTable } from '../db/ensureTable.ts'
import { sql } from '../db/sql.ts'
import { databaseSchema, dialect } from '../db/threadDatabase.ts'
import type { CountedAttempts, StoredBucket } from '../messages/CountedAttempts.ts'

const table = '_cofferAttempts'

/** Returns the buckets that are not full. */
export const loadAttempts = async (db: Reader): Promise<StoredBucket[]> => {
  if (!(await databaseSchema.hasTable(db, table))) return []
  const rows = await db.rows(sql`SELECT name, fullAt FROM _cofferAttempts WHERE fullAt > ${Date.now()}`)
  return rows.map(([name, fullAt]) => ({ name: String(name), fullAt: Number(fullAt) }))
}

/** Adds attempts to their buckets, removes full buckets, and returns the changed ones. */
export const addAttempts = (db: Engine, attempts: readonly CountedAttempts[]): Promise<StoredBucket[]> =>
  db.transaction(async transaction => {
    await ensureTable(transaction, table, 'attempts')
    const now = Date.now()
    await transaction.run(sql`DELETE FROM _cofferAttempts WHERE fullAt <= ${now}`)
    const names = attempts.map(({ name }) => name)
    const rows = await transaction.rows(sql`SELECT name, fullAt FROM _cofferAttempts WHERE ${dialect.inIds(sql`name`, names)}`)
    const stored = new Map(rows.map(([name, fullAt]) => [String(name), Number(fullAt)]))
    const changed = attempts.map(({ name, at, addMs, maxMs }) => ({
      name,
      fullAt: Math.min(Math.max(stored.get(name) ?? 0, at) + addMs, now + maxMs),
    }))
    await transaction.runEach(
      changed.map(
        ({ name, fullAt }) => sql`INSERT INTO _cofferAttempts (name, fullAt) VALUES (${name}, ${fullAt})
          ON CONFLICT (name) DO UPDATE SET fullAt = excluded.fullAt`,
      ),
    )
    return changed
  })

import type { Engine } from '../db/engine.ts'
import { ensureTable } from '../db/serverTables.ts'
import { name, sql } from '../db/sql.ts'
import type { CountedAttempts, StoredBucket } from './CountedAttempts.ts'

const table = '_cofferAttempts'

async function loadAttempts(db: Engine): Promise<StoredBucket[]> {
  if (!(await db.schema.hasTable(db, table))) return []
  const rows = await db.rows(
    sql`SELECT name, ${name('fullAt')} FROM ${name('_cofferAttempts')} WHERE ${name('fullAt')} > ${Date.now()}`,
  )
  return rows.map(([name, fullAt]) => ({ name: String(name), fullAt: Number(fullAt) }))
}

function addAttempts(db: Engine, attempts: readonly CountedAttempts[]): Promise<StoredBucket[]> {
  return db.transaction(async transaction => {
    await ensureTable(transaction, table, 'attempts')
    const now = Date.now()
    await transaction.run(sql`DELETE FROM ${name('_cofferAttempts')} WHERE ${name('fullAt')} <= ${now}`)
    const names = attempts.map(({ name }) => name)
    const rows = await transaction.rows(
      sql`SELECT name, ${name('fullAt')} FROM ${name('_cofferAttempts')} WHERE ${transaction.dialect.inIds(sql`name`, names)}`,
    )
    const stored = new Map(rows.map(([name, fullAt]) => [String(name), Number(fullAt)]))
    const changed = attempts.map(({ name, at, addMs, maxMs }) => ({
      name,
      fullAt: Math.min(Math.max(stored.get(name) ?? 0, at) + addMs, now + maxMs),
    }))
    await transaction.runEach(
      changed.map(
        bucket => sql`INSERT INTO ${name('_cofferAttempts')} (name, ${name('fullAt')}) VALUES (${bucket.name}, ${bucket.fullAt})
          ON CONFLICT (name) DO UPDATE SET ${name('fullAt')} = excluded.${name('fullAt')}`,
      ),
    )
    return changed
  })
}

export type AttemptService = ReturnType<typeof createAttemptService>

/** Creates the operations of the attempt limits on the database. */
export function createAttemptService(db: Engine) {
  return {
    /** Returns the buckets that are not full. */
    load: () => loadAttempts(db),
    /**
     * Adds attempts to their buckets and removes full buckets. Returns the changed ones, with the attempts that other servers have
     * added.
     */
    add: (attempts: readonly CountedAttempts[]) => addAttempts(db, attempts),
  }
}

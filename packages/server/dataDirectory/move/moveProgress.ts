import type { Engine, Transaction } from '../../db/engine.ts'
import { moveProgressTable } from '../../db/schemaObjects.ts'
import { name, sql } from '../../db/sql.ts'

const progress = name(moveProgressTable)

/** The last copied row of each table, and the steps that are done, stored together with the rows. */
export const moveProgress = {
  isUnfinished: (engine: Engine): Promise<boolean> => engine.schema.hasTable(engine, moveProgressTable),

  /** Creates the table if it is missing. */
  begin: async (engine: Engine): Promise<void> => {
    if (await moveProgress.isUnfinished(engine)) return
    await engine.transaction(transaction =>
      transaction.run(sql`CREATE TABLE ${progress} (step TEXT PRIMARY KEY NOT NULL, ${name('lastRow')} BIGINT NOT NULL)`),
    )
  },

  /** Returns the last copied row of a table; undefined if there is none. */
  lastRow: async (engine: Engine, step: string): Promise<number | bigint | undefined> => {
    const row = await engine.row(sql`SELECT ${name('lastRow')} FROM ${progress} WHERE step = ${step}`)
    return row?.[0] as number | bigint | undefined
  },

  record: (transaction: Transaction, step: string, lastRow: number | bigint): Promise<unknown> =>
    transaction.run(sql`INSERT INTO ${progress} (step, ${name('lastRow')}) VALUES (${step}, ${lastRow})
      ON CONFLICT (step) DO UPDATE SET ${name('lastRow')} = excluded.${name('lastRow')}`),

  /** Runs a step in a transaction, unless it was done before. */
  once: async (engine: Engine, step: string, work: (transaction: Transaction) => Promise<void>): Promise<void> => {
    if ((await moveProgress.lastRow(engine, step)) !== undefined) return
    await engine.transaction(async transaction => {
      await work(transaction)
      await moveProgress.record(transaction, step, 0)
    })
  },

  /** Removes the table, which makes the database complete. */
  end: (engine: Engine): Promise<unknown> =>
    engine.transaction(transaction => transaction.run(sql`DROP TABLE IF EXISTS ${progress}`)),
}

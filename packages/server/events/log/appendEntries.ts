import type { Reader, Transaction } from '../../db/engine.ts'
import { join, name, sql } from '../../db/sql.ts'
import { defineEvent } from '../defineEvent.ts'

/** The name of the consumer of the log that all hooks share. */
export const hooksConsumer = 'hooks'

/** Changes were added to the log. */
export const changesLogged = defineEvent('changesLogged')

/** Whether the tables of the log and of its deliveries exist: they are created when the first consumer is enabled. */
export function hasChangeLog(reader: Reader): Promise<boolean> {
  return reader.schema.hasTable(reader, '_cofferEvents')
}

/** Maximum number of rows of a statement. */
const maxRows = 100

/** Adds serialized entries to the log, in the transaction that makes the changes. */
export async function appendEntries(transaction: Transaction, entries: readonly string[]): Promise<void> {
  if (entries.length === 0) return
  const now = Date.now()
  for (let from = 0; from < entries.length; from += maxRows) {
    const rows = entries.slice(from, from + maxRows).map(entry => sql`(${now}, ${entry.length}, ${entry})`)
    await transaction.send(
      sql`INSERT INTO ${name('_cofferEvents')} (created, size, content) VALUES ${join(rows)}`,
      error => error,
    )
  }
  transaction.emit(changesLogged(undefined))
}

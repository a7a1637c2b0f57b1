import { randomId } from '../db/randomText.ts'
import { sql } from '../db/sql.ts'
import type { App } from '../threads/App.ts'
import type { LogEntry } from './LogEntry.ts'
import { oldestKept } from './oldestKept.ts'

/** Stores the entries that the settings ask for and drops those that are past their days, in one transaction. */
export const writeLogs = async (app: App, entries: readonly LogEntry[]): Promise<void> => {
  const { maxDays, minLevel } = (await app.settings()).logs
  const wanted = maxDays === 0 ? [] : entries.filter(entry => entry.level >= minLevel)
  if (wanted.length === 0) return
  await app.logs.transaction(async transaction => {
    for (const entry of wanted) {
      await transaction.run(sql`INSERT INTO _logs (id, level, message, data, created, updated) VALUES (
        ${randomId()}, ${entry.level}, ${entry.message}, ${JSON.stringify(entry.data)}, ${entry.created}, ${entry.created})`)
    }
    await transaction.run(sql`DELETE FROM _logs WHERE created <= ${oldestKept(maxDays)}`)
  })
}

import { randomId } from '../db/randomText.ts'
import { sql } from '../db/sql.ts'
import type { App } from '../threads/App.ts'
import type { LogEntry } from './LogEntry.ts'
import { oldestKept } from './oldestKept.ts'

/** Milliseconds between two looks for past entries: each reads all there are. */
const purgeEvery = 6 * 60 * 60 * 1000

/** When each app looked for past entries last; the first time counts from its first write. */
const lastPurges = new WeakMap<App, number>()

const isPurgeDue = (app: App): boolean => {
  const now = Date.now()
  const last = lastPurges.get(app)
  const isDue = last !== undefined && now - last >= purgeEvery
  if (last === undefined || isDue) lastPurges.set(app, now)
  return isDue
}

const withoutAddresses = ({ userIp: _, remoteIp: __, ...data }: LogEntry['data']): LogEntry['data'] => data

/** Stores the entries that the settings ask for, and from time to time drops those that are past their days. */
export const writeLogs = async (app: App, entries: readonly LogEntry[]): Promise<void> => {
  const { maxDays, minLevel, logIp } = (await app.settings()).logs
  const wanted = maxDays === 0 ? [] : entries.filter(entry => entry.level >= minLevel)
  if (wanted.length === 0) return
  await app.logs.transaction(async transaction => {
    for (const entry of wanted) {
      await transaction.run(sql`INSERT INTO _logs (id, level, message, data, created, updated) VALUES (
        ${randomId()}, ${entry.level}, ${entry.message}, ${JSON.stringify(logIp ? entry.data : withoutAddresses(entry.data))}, ${entry.created}, ${entry.created})`)
    }
    if (!isPurgeDue(app)) return
    await transaction.run(sql`DELETE FROM _logs WHERE created <= ${oldestKept(maxDays)}`)
  })
}

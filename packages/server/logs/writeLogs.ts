import { countEntries } from '../db/layout/logHours.ts'
import { dateText } from '../db/now.ts'
import { timedId } from '../db/randomText.ts'
import { type Sql, sql, withValues } from '../db/sql.ts'
import type { App } from '../threads/App.ts'
import type { LogEntry } from './LogEntry.ts'
import { oldestKept } from './oldestKept.ts'

/** How many entries of other programs are counted with those that are stored. */
const besides = 1_000
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

const insertion = sql`INSERT INTO _logs (id, level, message, data, created, updated)
  VALUES (${''}, ${0}, ${''}, ${''}, ${''}, ${''})`

const insertionOf = ({ level, message, data, created }: LogEntry): Sql => {
  const moment = dateText(new Date(created))
  return withValues(insertion, [timedId(created), level, message, data, moment, moment])
}

/**
 * Stores the entries that the settings ask for, and from time to time drops those that are past their days. The settings are asked for
 * while nobody else can write the log: whoever changes them drops afterwards what they no longer ask for.
 */
export const writeLogs = (app: App, entries: readonly LogEntry[]): Promise<void> =>
  app.logs.transaction(async transaction => {
    const { maxDays, minLevel } = (await app.settings()).logs
    const wanted = maxDays === 0 ? [] : entries.filter(entry => entry.level >= minLevel)
    if (wanted.length === 0) return
    await transaction.runEach(wanted.map(insertionOf))
    await countEntries(transaction, wanted.length + besides)
    if (!isPurgeDue(app)) return
    await transaction.run(sql`DELETE FROM _logs WHERE created <= ${oldestKept(maxDays)}`)
  })

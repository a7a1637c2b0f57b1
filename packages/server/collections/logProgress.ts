import type { Collection } from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import { type LogEntry, levels } from '../logs/LogEntry.ts'

/** Called before each step of a change to a collection's table that can take long. */
export type Report = (collection: Collection, step: string) => Promise<void>

export const noReport: Report = async () => undefined

/** Minimum number of records for progress in the log. Smaller tables are changed quickly. */
const minLoggedRecords = 100_000

/**
 * Logs the next step of a change to a large table. The log is a separate database, so the entries can be read while the transaction is
 * still open.
 */
export function logProgress(app: { log: (entry: LogEntry) => void }, catalog: Catalog): Report {
  const started = performance.now()
  return async (collection, step) => {
    const records = catalog.sizeOf(collection)
    if (records < minLoggedRecords) return
    const data = JSON.stringify({
      collection: collection.name,
      step,
      records,
      milliseconds: Math.round(performance.now() - started),
    })
    const message = `The table of ${collection.name}: ${step}`
    app.log({ level: levels.info, message, data, created: Date.now() })
  }
}

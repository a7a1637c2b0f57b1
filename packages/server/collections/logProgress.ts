import type { Catalog } from '../catalog/Catalog.ts'
import type { CollectionsContext } from './CollectionsContext.ts'
import type { Report } from './sync/Report.ts'

/** Minimum number of records for progress in the log. Smaller tables are changed quickly. */
const minLoggedRecords = 100_000
const info = 0

/**
 * Logs the next step of a change to a large table. The log is a separate database, so the entries can be read while the transaction is
 * still open.
 */
export const logProgress = (app: CollectionsContext, catalog: Catalog): Report => {
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
    app.log({ level: info, message, data, created: Date.now() })
  }
}

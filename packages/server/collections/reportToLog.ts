import type { Catalog } from '../catalog/Catalog.ts'
import type { CollectionsContext } from './CollectionsContext.ts'
import type { Report } from './sync/Report.ts'

/** Tables of fewer records are changed in no time. */
const many = 100_000
const info = 0

/**
 * Logs what is about to be done to long tables. The log is a file of its own, so the entries can be read while the transaction is
 * still open.
 */
export const reportToLog = (app: CollectionsContext, catalog: Catalog): Report => {
  const started = performance.now()
  return async (collection, step) => {
    const records = catalog.sizeOf(collection)
    if (records < many) return
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

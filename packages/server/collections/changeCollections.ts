import type { Collection } from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import type { Engine, Transaction } from '../db/engine.ts'
import { messageOf } from '../errors/inspectError.ts'
import { Rejection, type RejectionCode } from '../errors/Rejection.ts'
import type { LogEntry } from '../logs/LogEntry.ts'
import type { Report } from './logProgress.ts'
import { logProgress } from './logProgress.ts'
import type { MigrationWriter, PreparedMigration } from './MigrationWriter.ts'
import { IndexErrors } from './sync/buildIndexes.ts'
import { refreshViews } from './views/refreshViews.ts'

/** The parts of the app that changes of collections use. */
export interface CollectionsContext {
  db: Engine
  catalog: Catalog
  /** Adds an entry to the log without waiting until it is stored. */
  log: (entry: LogEntry) => void
  /** Writes changes of collections as migrations; absent unless the server is used for development. */
  migrationWriter?: MigrationWriter
}

/** Runs a change of collections in its transaction. What it throws rolls the change back. */
export type AroundChange = <T>(transaction: Transaction, change: () => Promise<T>) => Promise<T>

const nothingAround: AroundChange = (_, change) => change()

type Work<T> = (transaction: Transaction, catalog: Catalog, report: Report) => Promise<T>

/**
 * Changes collections in one transaction, which is rolled back if `work` throws. No record may change at the same time: endpoints
 * call it in a step of `inWriterExclusively`.
 * @param around checks the change before it is committed
 */
export async function changeCollections<T>(app: CollectionsContext, work: Work<T>, around = nothingAround): Promise<T> {
  const { catalog, migrationWriter } = app
  const report = logProgress(app, catalog)
  let written: PreparedMigration | undefined
  const change = async (transaction: Transaction): Promise<T> => {
    const result = await work(transaction, catalog, report)
    written?.discard()
    written = await migrationWriter?.prepare(transaction, catalog.all)
    return result
  }
  try {
    const result = await app.db.transaction(transaction => around(transaction, () => change(transaction)))
    written?.keep()
    return result
  } catch (error) {
    written?.discard()
    throw error
  }
}

/**
 * Changes a collection and refreshes the fields of all views. If the query of a view no longer works, the change is still committed,
 * and all views stay as they are until that query is fixed.
 */
export function changeCollection(app: CollectionsContext, work: Work<Collection>, around?: AroundChange): Promise<Collection> {
  const change: Work<Collection> = async (transaction, catalog, report) => {
    const changed = await work(transaction, catalog, report)
    const all = [...catalog.all.filter(({ id }) => id !== changed.id), changed]
    await transaction.attempt(() => refreshViews(transaction, all, changed.id)).catch(() => undefined)
    return changed
  }
  return changeCollections(app, change, around)
}

/** Creates the error for a failed change of collections. Index errors become issues, all other errors the reason. */
export function changeFailure(code: RejectionCode, error: unknown): Rejection {
  if (error instanceof Rejection) return error
  const reason = messageOf(error)
  return new Rejection('conflict', { code, issues: error instanceof IndexErrors ? error.issues : {}, cause: error, reason })
}

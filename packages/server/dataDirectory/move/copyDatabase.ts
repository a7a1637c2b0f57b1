import { fieldType } from '@coffer/fields'
import { type Collection, isView, type ViewCollection } from '@coffer/schema'
import { alertColumn, authIndexes, createRecordTable } from '../../catalog/recordTable.ts'
import { noReport } from '../../collections/logProgress.ts'
import { buildIndexes } from '../../collections/sync/buildIndexes.ts'
import { prepareView } from '../../collections/views/prepareView.ts'
import type { Transaction } from '../../db/engine.ts'
import { messageOf } from '../../errors/inspectError.ts'
import type { MoveSource } from './MoveSource.ts'
import type { MoveTarget } from './MoveTarget.ts'
import { hasTable, listTables, loadCollections } from './movedTables.ts'
import { moveProgress } from './moveProgress.ts'

/** The rows of a table that are copied so far, and all of its rows. */
interface CopiedRows {
  table: string
  rows: number
  total: number
}

/** Called while the rows of a table are copied. */
export type ReportRows = (copied: CopiedRows) => void

/** Builds the indexes of a collection, in a message that names it if one cannot be built. */
async function createIndexes(transaction: Transaction, collection: Collection): Promise<void> {
  try {
    if (collection.type === 'auth') await transaction.runEach(authIndexes(collection))
    await buildIndexes(transaction, collection, noReport)
  } catch (error) {
    throw new Error(`The indexes of the collection "${collection.name}" cannot be moved: ${messageOf(error)}`, { cause: error })
  }
}

async function createView(transaction: Transaction, all: readonly Collection[], view: ViewCollection): Promise<void> {
  const { query, columns } = await prepareView(transaction, { all }, view.options.query)
  // Records are read by the stored fields, which can differ from the fields that this version infers.
  const stored = view.schema.map(field => [field.name, fieldType(field).column(field.options)] as const)
  await transaction.schema.createView(transaction, { name: view.name, query, columns: new Map([...columns, ...stored]) })
  await transaction.schema.storeNames(transaction, view.name, [...columns.keys()])
}

async function copyView(
  transaction: Transaction,
  { source, target, all }: { source: MoveSource; target: MoveTarget; all: readonly Collection[] },
  view: ViewCollection,
): Promise<void> {
  try {
    await transaction.attempt(() => createView(transaction, all, view))
  } catch (error) {
    if (await target.createBrokenView(transaction, source, view)) return
    throw new Error(`The view collection "${view.name}" cannot be moved: ${messageOf(error)}. Change its query first.`, {
      cause: error,
    })
  }
}

/** Returns the view collections in the order of their creation, so that each comes after the views that it reads. */
async function viewsOf(source: MoveSource, collections: readonly Collection[]): Promise<ViewCollection[]> {
  const order = (await source.views()).map(view => view.toLowerCase())
  const position = ({ name }: Collection) => order.indexOf(name.toLowerCase())
  return collections.filter(isView).sort((one, other) => position(one) - position(other))
}

/** Creates the tables and views of all collections. What the database cannot do is found before rows are copied. */
async function createTables(
  transaction: Transaction,
  source: MoveSource,
  target: MoveTarget,
  collections: readonly Collection[],
): Promise<void> {
  const withTables = collections.filter(hasTable)
  for (const collection of withTables) {
    // A server adds the column with the first alert.
    const keepsAlerts = (await source.columns(collection.name)).includes(alertColumn)
    await transaction.run(createRecordTable(transaction, collection, keepsAlerts))
    const columns = collection.schema.map(field => field.name)
    await transaction.schema.storeNames(transaction, collection.name, columns)
  }
  for (const view of await viewsOf(source, collections)) await copyView(transaction, { source, target, all: collections }, view)
  await transaction.dryRun(async () => {
    for (const collection of withTables) await createIndexes(transaction, collection)
  })
}

async function copyRows(source: MoveSource, target: MoveTarget, table: string, report: ReportRows): Promise<void> {
  const engine = target.engineOf(table)
  const shared = await target.sharedColumns(source, table)
  const inserting = target.inserting(table, shared)
  const names = shared.columns.map(({ name }) => name)
  const lastRow = await moveProgress.lastRow(engine, table)
  const total = await source.count(table)
  let copied = 0
  for await (const rows of source.rows(table, names, lastRow)) {
    await engine.transaction(async transaction => {
      await transaction.runEach(inserting(rows))
      await moveProgress.record(transaction, table, rows.at(-1)?.[0] as number | bigint)
    })
    copied += rows.length
    report({ table, rows: copied, total })
  }
  await target.finishTable(table, shared)
}

/** Whether an earlier copy has been completed: the progress is stored before the tables. */
const isComplete = async ({ data }: MoveTarget): Promise<boolean> =>
  (await data.schema.hasTable(data, '_migrations')) && !(await moveProgress.isUnfinished(data))

/** Copies all tables, rows, indexes and views into an empty database. After an interruption, a second call continues the copy. */
export async function copyDatabase(source: MoveSource, target: MoveTarget, report: ReportRows): Promise<void> {
  const collections = await loadCollections(source)
  if (await isComplete(target)) return
  for (const engine of target.engines) await moveProgress.begin(engine)
  await target.createSystemTables(source)
  await moveProgress.once(target.data, 'tables of collections', transaction =>
    createTables(transaction, source, target, collections),
  )
  for (const table of await listTables(source, collections)) await copyRows(source, target, table, report)
  for (const collection of collections.filter(hasTable))
    await moveProgress.once(target.data, `indexes of ${collection.id}`, transaction => createIndexes(transaction, collection))
}

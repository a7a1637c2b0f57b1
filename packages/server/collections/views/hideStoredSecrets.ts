import type { Collection, ViewCollection } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import { updateCollection } from '../../catalog/storedCollection.ts'
import type { Engine, Transaction } from '../../db/engine.ts'
import { type LogEntry, levels } from '../../logs/LogEntry.ts'
import { parseViewQuery } from './parseViewQuery.ts'
import { prepareView } from './prepareView.ts'
import { viewsIn } from './refreshViews.ts'
import { SecretColumns } from './secretColumns.ts'

interface ViewsContext {
  db: Engine
  catalog: Pick<Catalog, 'all'>
  log: (entry: LogEntry) => void
}

/** Whether a column of a view may be computed from columns that only admins may see. */
function readsSecrets({ options: { query } }: ViewCollection, collections: readonly Collection[]): boolean {
  try {
    return new SecretColumns(query, parseViewQuery(query).tables, collections).mayBeIn()
  } catch {
    return true
  }
}

/** Returns a view with the columns hidden that its query computes from secrets; undefined if they are. */
async function withoutSecrets(
  transaction: Transaction,
  all: readonly Collection[],
  view: ViewCollection,
): Promise<ViewCollection | undefined> {
  const { schema } = await prepareView(transaction, { all }, view.options.query)
  const secrets = new Set(schema.filter(({ hidden }) => hidden).map(({ name }) => name.toLowerCase()))
  const isShown = ({ name, hidden }: ViewCollection['schema'][number]) => !hidden && secrets.has(name.toLowerCase())
  if (!view.schema.some(isShown)) return undefined
  return { ...view, schema: view.schema.map(field => (isShown(field) ? { ...field, hidden: true } : field)) }
}

/**
 * Hides the columns of stored views that are computed from secrets: PocketBase 0.22 and earlier versions of Coffer show them to all
 * who may list the view. A view whose query no longer works stays as it is.
 */
export async function hideStoredSecrets({ db, catalog, log }: ViewsContext): Promise<void> {
  const views = viewsIn(catalog.all)
  if (!views.some(view => readsSecrets(view, catalog.all))) return
  const changed = await db.transaction(async transaction => {
    const names: string[] = []
    let { all } = catalog
    for (const view of views) {
      const hidden = await transaction.attempt(() => withoutSecrets(transaction, all, view)).catch(() => undefined)
      if (!hidden) continue
      await updateCollection(transaction, hidden)
      transaction.markCollectionsChanged()
      all = all.map(collection => (collection.id === view.id ? hidden : collection))
      names.push(view.name)
    }
    return names
  })
  for (const view of changed) {
    const message = `The view ${view} shows what it computes from secrets only to admins from now on.`
    log({ level: levels.warning, message, data: JSON.stringify({ collection: view }), created: Date.now() })
  }
}

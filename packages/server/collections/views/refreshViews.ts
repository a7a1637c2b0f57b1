import type { Field } from '@coffer/fields'
import type { Collection, ViewCollection } from '@coffer/schema'
import type { Transaction } from '../../db/engine.ts'
import { nowAfter } from '../../runtime/now.ts'
import { prepareView } from './prepareView.ts'
import { saveView } from './saveView.ts'
import { ViewQueryError } from './ViewQueryError.ts'

/** What of fields counts when a view is looked at again: not their ids, which are new each time. */
const textOf = (schema: readonly Field[]): string => JSON.stringify(schema.map(field => ({ ...field, id: '' }))).toLowerCase()

/**
 * Looks at all views again, in the order in which they were made, and brings up to date those whose fields are no longer what
 * their query yields.
 * @param collections all that there are
 * @param except the id of a collection that is left out
 * @throws ViewQueryError for the first view whose query can no longer be used; the transaction has to be undone then
 */
export const refreshViews = async (
  transaction: Transaction,
  collections: readonly Collection[],
  except: string,
): Promise<void> => {
  let all = collections
  const views = all
    .filter((collection): collection is ViewCollection => collection.type === 'view' && collection.id !== except)
    .sort((one, other) => (one.created < other.created ? -1 : one.created > other.created ? 1 : 0))
  for (const view of views) {
    const { schema } = await prepareView(transaction, { all }, view.options.query).catch(error => {
      throw new ViewQueryError(`The view "${view.name}" would no longer work: ${error.message}.`, { cause: error })
    })
    if (textOf(schema) === textOf(view.schema)) continue
    const saved = await saveView(transaction, { all }, view, { ...view, updated: nowAfter(view) })
    transaction.markCollectionsChanged()
    all = all.map(collection => (collection.id === view.id ? saved : collection))
  }
}

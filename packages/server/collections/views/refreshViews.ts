import type { Field } from '@coffer/fields'
import { type Collection, isView, type ViewCollection } from '@coffer/schema'
import type { Transaction } from '../../db/engine.ts'
import { nowAfter } from '../../runtime/now.ts'
import { ViewQueryError } from './parseViewQuery.ts'
import { prepareView } from './prepareView.ts'
import { saveView } from './saveView.ts'

/** Serializes fields for comparison, without their ids, which are new each time. */
const textOf = (schema: readonly Field[]): string => JSON.stringify(schema.map(field => ({ ...field, id: '' }))).toLowerCase()

/** Returns the views in the order of their creation, in which later ones can read earlier ones. */
export function viewsIn(collections: readonly Collection[]): ViewCollection[] {
  return collections.filter(isView).sort((one, other) => (one.created < other.created ? -1 : one.created > other.created ? 1 : 0))
}

/**
 * Validates the queries of all views, in the order of their creation, and updates the views whose fields have changed.
 * @param collections all collections
 * @param except id of a collection to skip
 * @throws ViewQueryError for the first view whose query is no longer valid. The transaction must then be rolled back.
 */
export async function refreshViews(transaction: Transaction, collections: readonly Collection[], except: string): Promise<void> {
  let all = collections
  const views = viewsIn(all).filter(({ id }) => id !== except)
  const present = new Set((await transaction.schema.views(transaction)).map(({ name }) => name))
  for (const view of views) {
    const { schema } = await prepareView(transaction, { all }, view.options.query).catch(error => {
      throw new ViewQueryError(`This would break the view "${view.name}": ${error.message}.`, { cause: error })
    })
    if (textOf(schema) === textOf(view.schema) && present.has(view.name)) continue
    const saved = await saveView(transaction, { all }, view, { ...view, updated: nowAfter(view) })
    transaction.markCollectionsChanged()
    all = all.map(collection => (collection.id === view.id ? saved : collection))
  }
}

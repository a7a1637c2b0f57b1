import type { Collection } from '@coffer/schema'
import { asTexts, recall, useRemembered } from '../../../shell/browser/useRemembered.ts'
import { columnsOf } from './columns.ts'

const keyOf = (collection: Collection) => `hiddenColumns.${collection.id}`

/** Ids of the hidden columns, remembered per collection. Removed columns are dropped. */
export function useHiddenColumns(collection: Collection): [string[], (hidden: string[]) => void] {
  const [stored, store] = useRemembered(keyOf(collection), asTexts)
  return [known(collection, stored), next => store(next.length === 0 ? undefined : next)]
}

/** Returns the ids of the columns that are hidden at this moment. */
export function hiddenColumns(collection: Collection): string[] {
  return known(collection, recall(keyOf(collection), asTexts))
}

function known(collection: Collection, ids: readonly string[]): string[] {
  const hideable = columnsOf(collection).filter(column => column.canHide)
  return ids.filter(id => hideable.some(column => column.id === id))
}

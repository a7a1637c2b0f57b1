import type { Collection } from '@coffer/schema'
import { asTexts, useRemembered } from '../../shell/useRemembered.ts'
import { columnsOf } from './columns.ts'

/** Ids of the columns that are hidden, remembered for each collection; columns that are gone are forgotten. */
export function useHiddenColumns(collection: Collection): [string[], (hidden: string[]) => void] {
  const [stored, store] = useRemembered(`hiddenColumns.${collection.id}`, asTexts)
  const hideable = columnsOf(collection).filter(column => column.canHide)
  const hidden = stored.filter(id => hideable.some(column => column.id === id))
  return [hidden, next => store(next.length === 0 ? undefined : next)]
}

import type { Collection } from '@coffer/schema'
import { asTexts, useRemembered } from '../../../shell/browser/useRemembered.ts'
import type { RecordColumn } from './columns.ts'

/** The user's column order as ids, remembered per collection. */
export function useColumnOrder(collection: Collection): [string[], (order: string[] | undefined) => void] {
  return useRemembered(`columnOrder.${collection.id}`, asTexts)
}

/**
 * Sorts the columns by a remembered order. The id column stays first, and removed columns are ignored. A column that is missing
 * from the order keeps its position after its predecessor in the collection.
 */
export function orderColumns(columns: readonly RecordColumn[], order: readonly string[]): RecordColumn[] {
  const ordered = [...new Set(order)].flatMap(id => columns.find(column => column.id === id && column.canHide) ?? [])
  columns.forEach((column, index) => {
    if (ordered.includes(column)) return
    const before = columns[index - 1]
    ordered.splice(before === undefined ? 0 : ordered.indexOf(before) + 1, 0, column)
  })
  return ordered
}

import type { Collection } from '@coffer/schema'
import { asTexts, useRemembered } from '../../../shell/browser/useRemembered.ts'
import type { RecordColumn } from './columns.ts'

/** Ids of the columns in the order that the reader gave them, remembered for each collection. */
export function useColumnOrder(collection: Collection): [string[], (order: string[] | undefined) => void] {
  return useRemembered(`columnOrder.${collection.id}`, asTexts)
}

/**
 * The columns in a remembered order. The key stays first, columns that are gone are left out, and one that the order does not
 * know yet follows the column that it follows in the collection.
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

import type { Collection } from '@coffer/schema'
import { type DropEdge, moveBeside, moveBy } from '@coffer/ui'
import { useMemo } from 'react'
import { orderColumns, useColumnOrder } from './columnOrder.ts'
import type { RecordColumn } from './columns.ts'
import { type ColumnWidths, useColumnWidths, withoutWidth, withWidth } from './columnWidths.ts'

export interface ColumnLayout {
  /** All columns in the user's order, including hidden ones. */
  columns: readonly RecordColumn[]
  /** Widths that the user has set. */
  widths: ColumnWidths
  /** Whether the user has changed the order or a width. */
  isCustomized: boolean
  setWidth: (id: string, width: number) => void
  resetWidth: (id: string) => void
  /** Moves a column by a number of positions among the visible columns. */
  move: (id: string, by: number) => void
  /** Moves a column before or after another one. */
  moveTo: (id: string, target: string, edge: DropEdge) => void
  /** Resets order and widths. */
  reset: () => void
}

/** Order and widths of a collection's columns. */
export function useColumnLayout(
  collection: Collection,
  columns: readonly RecordColumn[],
  hidden: readonly string[],
): ColumnLayout {
  const [order, setOrder] = useColumnOrder(collection)
  const [widths, setWidths] = useColumnWidths(collection)

  // Returns the same array until the order changes, since a new array would rerender every row.
  const orderText = order.join(' ')
  const ordered = useMemo(() => orderColumns(columns, orderText.split(' ')), [columns, orderText])

  const store = (next: readonly string[]) => {
    const isNatural = columns.every(({ id }, index) => next[index] === id)
    setOrder(isNatural ? undefined : [...next])
  }
  const ids = ordered.filter(({ canHide }) => canHide).map(({ id }) => id)
  const moveTo = (id: string, target: string, edge: DropEdge) => store(withKey(columns, moveBeside(ids, id, target, edge)))
  const move = (id: string, by: number) => {
    const shown = ids.filter(each => !hidden.includes(each))
    const target = shown[moveBy(shown, id, by).indexOf(id)]
    if (target !== undefined && target !== id) moveTo(id, target, by < 0 ? 'before' : 'after')
  }
  return {
    columns: ordered,
    widths,
    isCustomized: order.length > 0 || Object.keys(widths).length > 0,
    setWidth: (id, width) => setWidths(withWidth(widths, id, width)),
    resetWidth: id => setWidths(withoutWidth(widths, id)),
    move,
    moveTo,
    reset: () => {
      setOrder(undefined)
      setWidths({})
    },
  }
}

/** Prepends the columns that cannot be moved. */
function withKey(columns: readonly RecordColumn[], ids: readonly string[]): string[] {
  return [...columns.filter(({ canHide }) => !canHide).map(({ id }) => id), ...ids]
}

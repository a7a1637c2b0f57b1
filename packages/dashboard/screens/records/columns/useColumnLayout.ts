import type { Collection } from '@coffer/schema'
import { type DropEdge, moveBeside, moveBy } from '@coffer/ui'
import { useMemo } from 'react'
import { orderColumns, useColumnOrder } from './columnOrder.ts'
import type { RecordColumn } from './columns.ts'
import { type ColumnWidths, useColumnWidths, withoutWidth, withWidth } from './columnWidths.ts'

export interface ColumnLayout {
  /** All columns in the order that the reader gave them, hidden ones too. */
  columns: readonly RecordColumn[]
  /** Pixels of the columns whose width the reader chose. */
  widths: ColumnWidths
  /** Whether order or widths are the reader's own. */
  isOwn: boolean
  setWidth: (id: string, width: number) => void
  resetWidth: (id: string) => void
  /** Moves a column by so many places among those that are shown. */
  move: (id: string, by: number) => void
  /** Moves a column beside another one. */
  moveTo: (id: string, target: string, edge: DropEdge) => void
  /** Forgets order and widths. */
  reset: () => void
}

/** Where the columns of a collection stand and how wide they are. */
export function useColumnLayout(
  collection: Collection,
  columns: readonly RecordColumn[],
  hidden: readonly string[],
): ColumnLayout {
  const [order, setOrder] = useColumnOrder(collection)
  const [widths, setWidths] = useColumnWidths(collection)

  // The same array until the order is another one, or every row would be drawn again for nothing.
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
    isOwn: order.length > 0 || Object.keys(widths).length > 0,
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

/** The order with the columns before it that never move. */
function withKey(columns: readonly RecordColumn[], ids: readonly string[]): string[] {
  return [...columns.filter(({ canHide }) => !canHide).map(({ id }) => id), ...ids]
}

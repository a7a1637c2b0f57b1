import type { Field } from '@coffer/fields'
import { fieldViews } from '@coffer/fields/ui'
import type { RecordColumn } from './columns.ts'
import type { ColumnWidths } from './columnWidths.ts'

/** Room for an id and no more, so that a phone has some left for what it stands for; and for the mark of accounts. */
const idWidthOnPhone = 144
const markWidth = 22

/** Room for usual values, and for the column's name as far as it is no sentence. */
function usualWidthOf({ type, name }: Field): number {
  return Math.max(fieldViews[type].columnWidth, Math.min(56 + name.length * 8, 240))
}

interface WidthOptions {
  isPhone: boolean
  /** Whether a mark stands beside each id. */
  hasMarks: boolean
}

/** Pixels of each of the columns: as chosen, else as its values usually need. */
export function widthsOf(
  columns: readonly RecordColumn[],
  chosen: ColumnWidths,
  { isPhone, hasMarks }: WidthOptions,
): ReadonlyMap<string, number> {
  const idWidth = idWidthOnPhone + (hasMarks ? markWidth : 0)
  return new Map(
    columns.map(({ id, field, canHide }) => [id, chosen[id] ?? (isPhone && !canHide ? idWidth : usualWidthOf(field))]),
  )
}

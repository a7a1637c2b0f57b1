import type { Field } from '@coffer/fields'
import { fieldViews } from '@coffer/fields/ui'
import type { RecordColumn } from './columns.ts'
import { type ColumnWidths, columnLimits } from './columnWidths.ts'

/** Pixels of an id on a phone without its copy button, and of the mark that accounts have beside it. */
const idWidthOnPhone = 144
const markWidth = 22

/** Maximum pixels of the first column on a phone, where it stays in view beside the others. */
const maxFirstWidthOnPhone = 184

/** Room for usual values, and for the column's name as far as it is no sentence. */
function usualWidthOf({ type, name }: Field): number {
  return Math.max(fieldViews[type].columnWidth, Math.min(56 + name.length * 8, 240))
}

interface WidthOptions {
  isPhone: boolean
  /** Whether a mark stands beside each id. */
  hasMarks: boolean
  /** Pixels that the columns have together; 0 while they are unknown. */
  available: number
}

/**
 * Returns the pixels of each shown column: as chosen, else as its values usually need, and a share of the width that is left.
 * Shares do not depend on chosen widths, so that no other column moves while one is resized.
 */
export function widthsOf(
  columns: readonly RecordColumn[],
  chosen: ColumnWidths,
  { isPhone, hasMarks, available }: WidthOptions,
): ReadonlyMap<string, number> {
  const idWidth = idWidthOnPhone + (hasMarks ? markWidth : 0)
  const usual = columns.map(({ field, canHide }, index) => {
    if (!isPhone) return usualWidthOf(field)
    if (!canHide) return idWidth
    return index === 0 ? Math.min(usualWidthOf(field), maxFirstWidthOnPhone) : usualWidthOf(field)
  })
  const shares = columns.map(({ field, canHide }) => (canHide && fieldViews[field.type].growth) || 0)
  const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)
  const freePerShare = Math.max(0, available - sumOf(usual)) / Math.max(1, sumOf(shares))
  const widthAt = (index: number) =>
    Math.min(columnLimits.max, Math.floor((usual[index] ?? 0) + (shares[index] ?? 0) * freePerShare))
  return new Map(columns.map(({ id }, index) => [id, chosen[id] ?? widthAt(index)]))
}

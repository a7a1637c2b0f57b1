import type { Field } from '@coffer/fields'
import { fieldViews } from '@coffer/fields/ui'
import type { RecordColumn } from './columns.ts'
import { type ColumnWidths, columnLimits } from './columnWidths.ts'

/** Widths in pixels: of the id column on a phone, where it has no copy button, and of the verified icon in auth collections. */
const idWidthOnPhone = 144
const markWidth = 22

/** Maximum pixels of the first column on a phone, where it is sticky. */
const maxFirstWidthOnPhone = 184

/** Returns the pixels that fit typical values and the column's name, with a limit for long names. */
function usualWidthOf({ type, name }: Field): number {
  return Math.max(fieldViews[type].columnWidth, Math.min(56 + name.length * 8, 240))
}

interface WidthOptions {
  isPhone: boolean
  /** Whether each id has a verified icon. */
  hasMarks: boolean
  /** Total pixels for the columns; 0 until measured. */
  available: number
}

/**
 * Returns the width of each visible column in pixels: the user's width, otherwise a typical width plus a share of the free space.
 * Shares ignore the user's widths, so that resizing a column does not resize the others.
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

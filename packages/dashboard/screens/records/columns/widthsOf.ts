import type { Field } from '@coffer/fields'
import { fieldViews } from '@coffer/fields/ui'
import type { RecordColumn } from './columns.ts'
import { type ColumnWidths, columnLimits } from './columnWidths.ts'
import { shareWidth } from './shareWidth.ts'
import type { ContentLengths } from './useContentLengths.ts'

/** Widths in pixels: of the id column on a phone, where it has no copy button, and of the verified icon in auth collections. */
const idWidthOnPhone = 144
const markWidth = 22

/** Maximum pixels of the first column on a phone, where it is sticky. */
const maxFirstWidthOnPhone = 184

/** Returns the pixels that a column's name needs, with a limit for long names. */
const headWidthOf = ({ name }: Field): number => Math.min(56 + name.length * 8, 240)

/** Pixels of a character and of the padding of a cell, and the maximum width of a column whose type does not grow. */
const characterWidth = 8
const cellPadding = 22
const maxContentWidth = 240

interface WidthOptions {
  isPhone: boolean
  /** Whether each id has a verified icon. */
  hasMarks: boolean
  /** Total pixels for the columns; 0 until measured. */
  available: number
  /** The lengths of the longest values. */
  lengths: ContentLengths
}

/** A column that gets no share of the free space. */
const fixedPart = (width: number) => ({ usual: width, width, content: 0, share: 0 })

/**
 * Returns the width of each visible column in pixels: the user's width, otherwise one that follows the contents. Numbers are never cut,
 * up to a limit. Texts get what their values need before the rest of the table's width is shared, also in a table that is wider than
 * the window. Shares ignore the user's widths, so that resizing a column does not resize the others.
 */
export function widthsOf(
  columns: readonly RecordColumn[],
  chosen: ColumnWidths,
  { isPhone, hasMarks, available, lengths }: WidthOptions,
): ReadonlyMap<string, number> {
  const idWidth = idWidthOnPhone + (hasMarks ? markWidth : 0)
  const parts = columns.map(({ id, field, canHide }, index) => {
    const { columnWidth, growth = 0 } = fieldViews[field.type]
    const head = headWidthOf(field)
    const length = canHide ? lengths[id] : undefined
    const content = length === undefined ? 0 : Math.min(cellPadding + length * characterWidth, columnLimits.max)
    const usual = isPhone && !canHide ? idWidth : Math.max(columnWidth, head)
    const isFixed = !canHide || growth === 0
    const contentWidth = length === undefined ? usual : Math.max(head, Math.min(content, usual))
    const width = isFixed ? Math.max(usual, Math.min(content, maxContentWidth)) : contentWidth
    if (isPhone && canHide && index === 0) return fixedPart(Math.min(width, maxFirstWidthOnPhone))
    return isFixed ? fixedPart(width) : { usual, width, content, share: growth }
  })
  const total = parts.reduce((sum, { usual }) => sum + usual, 0)
  const widths = shareWidth(parts, Math.max(available, total))
  return new Map(columns.map(({ id }, index) => [id, chosen[id] ?? Math.min(columnLimits.max, widths[index] ?? 0)]))
}

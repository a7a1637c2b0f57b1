import type { Field, FieldTypeName } from '@coffer/fields'
import type { RecordJson } from '@coffer/fields/ui'
import {
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  type ReactTable,
  rowSelectionFeature,
  tableFeatures,
} from '@tanstack/react-table'
import type { RecordColumn } from '../columns/columns.ts'
import { columnLimits } from '../columns/columnWidths.ts'

export const features = tableFeatures({ columnSizingFeature, columnVisibilityFeature, rowSelectionFeature })

export type RecordTableModel = ReactTable<typeof features, RecordJson>

/** Pixels that a value of the type usually needs; the reader may move every border. */
const usualWidths: Partial<Record<FieldTypeName, number>> = {
  number: 112,
  bool: 96,
  select: 152,
  file: 128,
  date: 192,
  editor: 260,
}
const usualWidth = 184
/** Room for an id and no more, so that a phone has some left for what it stands for; and for the mark of accounts. */
const idWidthOnPhone = 144
const markWidth = 22

const helper = createColumnHelper<typeof features, RecordJson>()

/** Room for usual values, and for the column's name as far as it is no sentence. */
function widthOf({ type, name }: Field): number {
  return Math.max(usualWidths[type] ?? usualWidth, Math.min(56 + name.length * 8, 240))
}

/** The columns as the table's model wants them. */
export function columnModels(columns: readonly RecordColumn[], { isPhone, hasMarks }: { isPhone: boolean; hasMarks: boolean }) {
  const idWidth = idWidthOnPhone + (hasMarks ? markWidth : 0)
  return helper.columns(
    columns.map(({ id, field, canHide }) =>
      helper.accessor(record => record[field.name], {
        id,
        enableHiding: canHide,
        size: isPhone && !canHide ? idWidth : widthOf(field),
        minSize: columnLimits.min,
        maxSize: columnLimits.max,
      }),
    ),
  )
}

import { Button, TableBody, TableFrame } from '@coffer/ui'
import { type ColumnSizingState, useTable } from '@tanstack/react-table'
import { useMemo } from 'react'
import { phone, useMedia } from '../../shell/useMedia.ts'
import { useRemembered } from '../../shell/useRemembered.ts'
import { RecordRows } from './RecordRows.tsx'
import styles from './RecordTable.module.css'
import { RecordTableHead } from './RecordTableHead.tsx'
import { RecordTableNotice } from './RecordTableNotice.tsx'
import type { RecordTableProps } from './RecordTableProps.ts'
import { columnModels, features } from './tableModel.ts'

const checkboxWidth = 40
const arrowWidth = 44
/** Pixels at the lower end over which the bulk bar lies. */
const bulkBarHeight = 64

/** The loaded records: sorted, selected and opened here, with only the visible rows in the page. */
export function RecordTable(props: RecordTableProps) {
  const { collection, columns, hidden, list, selection } = props
  const [sizes, setSizes] = useRemembered(`columnWidths.${collection.id}`, readSizes)
  const canSelect = collection.type !== 'view'

  const isPhone = useMedia(phone)
  const models = useMemo(() => columnModels(columns, isPhone), [columns, isPhone])
  const table = useTable({
    features,
    columns: models,
    data: list.records,
    getRowId: record => record.id,
    state: {
      columnSizing: sizes,
      columnVisibility: Object.fromEntries(hidden.map(id => [id, false])),
      rowSelection: selection,
    },
    onColumnSizingChange: update => setSizes(typeof update === 'function' ? update(sizes) : update),
    onRowSelectionChange: update => props.onSelectionChange(typeof update === 'function' ? update(selection) : update),
  })

  // The same array until another column is hidden, or every row would be drawn again for nothing.
  const hiddenIds = hidden.join(' ')
  const shown = useMemo(() => columns.filter(({ id }) => !hiddenIds.split(' ').includes(id)), [columns, hiddenIds])
  const sizesShown = table.getVisibleLeafColumns().map(column => column.getSize())
  const isCovered = list.records.some(({ id }) => selection[id])
  const widths = [...(canSelect ? [checkboxWidth] : []), ...sizesShown, undefined, arrowWidth]
  return (
    <TableFrame
      className={styles.frame}
      label={`Records of ${collection.name}`}
      widths={widths}
      rowCount={list.records.length + 1}
      isStale={list.isStale}
      data-covered={isCovered ? '' : undefined}
    >
      <RecordTableHead {...props} table={table} canSelect={canSelect} checkboxWidth={checkboxWidth} onSizesChange={setSizes} />
      {list.records.length === 0 ? (
        <TableBody>
          <RecordTableNotice {...props} span={widths.length} />
        </TableBody>
      ) : (
        <RecordRows
          {...props}
          columns={shown}
          table={table}
          canSelect={canSelect}
          checkboxWidth={checkboxWidth}
          coveredHeight={isCovered ? bulkBarHeight : 0}
        >
          {list.hasMore && (
            <tr>
              <td colSpan={widths.length} className={styles.more}>
                <Button loading={list.isLoadingMore} onClick={list.loadMore}>
                  Load more
                </Button>
              </td>
            </tr>
          )}
        </RecordRows>
      )}
    </TableFrame>
  )
}

function readSizes(stored: unknown): ColumnSizingState {
  if (typeof stored !== 'object' || stored === null) return {}
  return Object.fromEntries(Object.entries(stored).filter(([, size]) => typeof size === 'number'))
}

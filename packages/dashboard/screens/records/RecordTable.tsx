import { Button, TableBody, TableFrame, VisuallyHidden } from '@coffer/ui'
import { useTable } from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import { phone, useMedia } from '../../shell/useMedia.ts'
import { RecordRows } from './RecordRows.tsx'
import styles from './RecordTable.module.css'
import { RecordTableHead } from './RecordTableHead.tsx'
import { RecordTableNotice } from './RecordTableNotice.tsx'
import type { RecordTableProps } from './RecordTableProps.ts'
import { useRowDensity } from './rowDensity.ts'
import { columnModels, features } from './tableModel.ts'
import { useChunks } from './useChunks.ts'
import { useColumnLayout } from './useColumnLayout.ts'

const checkboxWidth = 40
const arrowWidth = 44
/** Pixels at the lower end over which the bulk bar lies. */
const bulkBarHeight = 64

/** The loaded records: sorted, selected and opened here, with only the visible rows in the page. */
export function RecordTable(props: RecordTableProps) {
  const { collection, columns, hidden, list, selection } = props
  const layout = useColumnLayout(collection, columns, hidden)
  const [density, setDensity] = useRowDensity()
  const [moved, setMoved] = useState('')
  const records = useChunks(list.records)
  const canSelect = collection.type !== 'view'

  const isPhone = useMedia(phone)
  const models = useMemo(() => columnModels(layout.columns, isPhone), [layout.columns, isPhone])
  const table = useTable({
    features,
    columns: models,
    data: records,
    getRowId: record => record.id,
    state: {
      columnSizing: layout.widths,
      columnVisibility: Object.fromEntries(hidden.map(id => [id, false])),
      rowSelection: selection,
    },
    onRowSelectionChange: update => props.onSelectionChange(typeof update === 'function' ? update(selection) : update),
  })

  // The same array until another column is hidden, or every row would be drawn again for nothing.
  const hiddenIds = hidden.join(' ')
  const shown = useMemo(() => layout.columns.filter(({ id }) => !hiddenIds.split(' ').includes(id)), [layout.columns, hiddenIds])
  const sizesShown = table.getVisibleLeafColumns().map(column => column.getSize())
  const isCovered = list.records.some(({ id }) => selection[id])
  const widths = [...(canSelect ? [checkboxWidth] : []), ...sizesShown, undefined, arrowWidth]
  return (
    <>
      <TableFrame
        className={styles.frame}
        label={`Records of ${collection.name}`}
        widths={widths}
        density={density}
        rowCount={records.length + 1}
        isStale={list.isStale}
        data-covered={isCovered ? '' : undefined}
      >
        <RecordTableHead
          {...props}
          table={table}
          layout={layout}
          canSelect={canSelect}
          checkboxWidth={checkboxWidth}
          density={density}
          onDensityChange={setDensity}
          onMoved={setMoved}
        />
        {list.records.length === 0 ? (
          <TableBody>
            <RecordTableNotice {...props} span={widths.length} />
          </TableBody>
        ) : (
          <RecordRows
            {...props}
            columns={shown}
            table={table}
            density={density}
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
      <VisuallyHidden role="status">{moved}</VisuallyHidden>
    </>
  )
}

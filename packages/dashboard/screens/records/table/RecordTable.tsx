import { phone, TableBody, TableFrame, useMedia, VisuallyHidden } from '@coffer/ui'
import { useMemo, useState } from 'react'
import { LoadMoreRow } from '../../../table/LoadMoreRow.tsx'
import { arrowWidth } from '../../../table/RowArrow.tsx'
import { checkboxWidth } from '../../../table/RowCheckbox.tsx'
import { useRowDensity } from '../../../table/rowDensity.ts'
import { selectionBarHeight } from '../../../table/SelectionBar.tsx'
import styles from '../../../table/tableFrame.module.css'
import { useChunks } from '../../../table/useChunks.ts'
import type { RecordColumn } from '../columns/columns.ts'
import { useColumnLayout } from '../columns/useColumnLayout.ts'
import { useContentLengths } from '../columns/useContentLengths.ts'
import { widthsOf } from '../columns/widthsOf.ts'
import { RecordRows } from './RecordRows.tsx'
import { RecordTableHead } from './RecordTableHead.tsx'
import { RecordTableNotice } from './RecordTableNotice.tsx'
import type { RecordTableProps } from './RecordTableProps.ts'

/** The table of loaded records, with virtualized rows. */
export function RecordTable(props: RecordTableProps) {
  const { collection, columns, hidden, list, selection } = props
  const layout = useColumnLayout(collection, columns, hidden)
  const [density, setDensity] = useRowDensity()
  const [moved, setMoved] = useState('')
  const [width, setWidth] = useState(0)
  const records = useChunks(list.records)
  const canSelect = collection.type !== 'view'

  const isPhone = useMedia(phone)
  // Returns the same array until a column is hidden or shown, since a new array would rerender every row.
  const hiddenIds = hidden.join(' ')
  const shown = useMemo(() => {
    const columns = layout.columns.filter(({ id }) => !hiddenIds.split(' ').includes(id))
    return isPhone ? withKeyLast(columns) : columns
  }, [layout.columns, hiddenIds, isPhone])
  const available = width - (canSelect ? checkboxWidth : 0) - arrowWidth
  const hasMarks = collection.type === 'auth'
  const lengths = useContentLengths(list.records, columns)
  const columnWidths = widthsOf(shown, layout.widths, { isPhone, hasMarks, available, lengths })
  const widthsShown = shown.map(({ id }) => columnWidths.get(id))
  const isCovered = list.records.some(({ id }) => selection.has(id))
  const widths = [...(canSelect ? [checkboxWidth] : []), ...widthsShown, undefined, arrowWidth]
  return (
    <>
      <TableFrame
        className={styles.frame}
        label={`Records of ${collection.name}`}
        widths={widths}
        density={density}
        rowCount={records.length + 1}
        isStale={list.isStale}
        onWidth={setWidth}
        data-covered={isCovered ? '' : undefined}
      >
        <RecordTableHead
          {...props}
          columnWidths={columnWidths}
          layout={layout}
          shown={shown}
          canSelect={canSelect}
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
            records={records}
            columns={shown}
            columnWidths={columnWidths}
            density={density}
            canSelect={canSelect}
            coveredHeight={isCovered ? selectionBarHeight : 0}
          >
            {list.hasMore && <LoadMoreRow span={widths.length} isLoading={list.isLoadingMore} onLoad={list.loadMore} />}
          </RecordRows>
        )}
      </TableFrame>
      <VisuallyHidden role="status">{moved}</VisuallyHidden>
    </>
  )
}

/** Moves the id to the end, so that on a phone the first column shows a value that identifies the record to a person. */
function withKeyLast(columns: readonly RecordColumn[]): readonly RecordColumn[] {
  return [...columns.filter(({ canHide }) => canHide), ...columns.filter(({ canHide }) => !canHide)]
}

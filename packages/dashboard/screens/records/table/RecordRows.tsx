import type { RecordJson } from '@coffer/fields/ui'
import { type Density, useRowHeight } from '@coffer/ui'
import type { ReactNode } from 'react'
import { useRowSelection } from '../../../table/useRowSelection.ts'
import { VirtualRows } from '../../../table/VirtualRows.tsx'
import { RecordRow } from './RecordRow.tsx'
import type { RecordTableProps } from './RecordTableProps.ts'
import { useProgressiveColumns } from './useProgressiveColumns.ts'

interface RecordRowsProps
  extends Pick<
    RecordTableProps,
    'columns' | 'selection' | 'onSelectionChange' | 'currentId' | 'onOpen' | 'onApproach' | 'context'
  > {
  records: readonly RecordJson[]
  /** Column widths in pixels by column id. */
  columnWidths: ReadonlyMap<string, number>
  density: Density
  canSelect: boolean
  /** Pixels at the bottom of the table that the selection bar covers. */
  coveredHeight: number
  /** Rows after the last record. */
  children: ReactNode
}

/** The virtualized rows of the table. */
export function RecordRows(props: RecordRowsProps) {
  const { records, columns, selection, canSelect, currentId, context } = props
  const rendered = useProgressiveColumns(columns, props.columnWidths)
  const selecting = useRowSelection(props.onSelectionChange)
  return (
    <VirtualRows
      rows={records}
      height={useRowHeight(props.density)}
      coveredHeight={props.coveredHeight}
      selection={canSelect ? selecting : undefined}
      onOpen={props.onOpen}
      onApproach={props.onApproach}
      renderRow={(record, index, isActive) => (
        <RecordRow
          record={record}
          columns={rendered}
          laterColumns={columns.length - rendered.length}
          index={index}
          isActive={isActive}
          isSelected={selection.has(record.id)}
          isCurrent={record.id === currentId}
          canSelect={canSelect}
          onSelect={selecting.toggle}
          context={context}
        />
      )}
    >
      {props.children}
    </VirtualRows>
  )
}

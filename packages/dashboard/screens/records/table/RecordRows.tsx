import { type Density, useRowHeight } from '@coffer/ui'
import type { ReactNode } from 'react'
import { useStable } from '../../../table/useStable.ts'
import { VirtualRows } from '../../../table/VirtualRows.tsx'
import { RecordRow } from './RecordRow.tsx'
import type { RecordTableProps } from './RecordTableProps.ts'
import type { RecordTableModel } from './tableModel.ts'
import { useColumnsInTurn } from './useColumnsInTurn.ts'

interface RecordRowsProps extends Pick<RecordTableProps, 'columns' | 'currentId' | 'onOpen' | 'onApproach' | 'context'> {
  table: RecordTableModel
  density: Density
  canSelect: boolean
  /** Pixels at the lower end in which a row cannot be seen. */
  coveredHeight: number
  /** Rows after the last record. */
  children: ReactNode
}

/** The records of the table, of which only those in view are drawn. */
export function RecordRows(props: RecordRowsProps) {
  const { table, columns, canSelect, currentId, context } = props
  const drawn = useColumnsInTurn(columns, table)
  const select = (ids: readonly string[]) =>
    table.setRowSelection(old => ({ ...old, ...Object.fromEntries(ids.map(id => [id, true as const])) }))
  const { toggle } = useStable({ toggle: (id: string) => table.getRow(id).toggleSelected() })
  return (
    <VirtualRows
      rows={table.getRowModel().rows}
      height={useRowHeight(props.density)}
      coveredHeight={props.coveredHeight}
      selection={canSelect ? { toggle, add: select } : undefined}
      onOpen={props.onOpen}
      onApproach={props.onApproach}
      renderRow={(row, index, isActive) => (
        <RecordRow
          record={row.original}
          columns={drawn}
          laterColumns={columns.length - drawn.length}
          index={index}
          isActive={isActive}
          isSelected={row.getIsSelected()}
          isCurrent={row.id === currentId}
          canSelect={canSelect}
          onSelect={toggle}
          context={context}
        />
      )}
    >
      {props.children}
    </VirtualRows>
  )
}

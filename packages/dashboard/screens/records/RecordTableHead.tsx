import { abilitiesOf } from '@coffer/fields/abilities'
import { Checkbox, FillerCell, HeaderCell, HeaderRow, IconButton, Menu, TableHead, VisuallyHidden } from '@coffer/ui'
import type { ColumnSizingState } from '@tanstack/react-table'
import { Ellipsis } from 'lucide-react'
import { columnIcon } from './columnIcon.ts'
import styles from './RecordTable.module.css'
import type { RecordTableProps } from './RecordTableProps.ts'
import { columnLimits, type RecordTableModel } from './tableModel.ts'

interface RecordTableHeadProps
  extends Pick<RecordTableProps, 'columns' | 'hidden' | 'onHiddenChange' | 'sort' | 'onSort' | 'list'> {
  table: RecordTableModel
  canSelect: boolean
  checkboxWidth: number
  onSizesChange: (sizes: ColumnSizingState) => void
}

/** Names of the columns: sort, widths, which are shown. */
export function RecordTableHead(props: RecordTableHeadProps) {
  const { table, columns, sort, onSort, canSelect, checkboxWidth, onSizesChange } = props
  const sizes = table.state.columnSizing
  return (
    <TableHead>
      <HeaderRow>
        {canSelect && (
          <HeaderCell sticky={0} isTight={true}>
            <Checkbox
              className={styles.box}
              label={<VisuallyHidden>Select all loaded records</VisuallyHidden>}
              disabled={props.list.records.length === 0}
              checked={table.getIsAllRowsSelected()}
              indeterminate={table.getIsSomeRowsSelected()}
              onCheckedChange={checked => table.toggleAllRowsSelected(checked)}
            />
          </HeaderCell>
        )}
        {columns.map(shown => {
          const { id, field } = shown
          const column = table.getColumn(id)
          const key = sort.find(({ name }) => name === field.name)
          if (column === undefined || !column.getIsVisible()) return null
          const isId = id === '@id'
          return (
            <HeaderCell
              key={id}
              icon={columnIcon(shown)}
              {...(isId && { sticky: canSelect ? checkboxWidth : 0, isEdge: true })}
              align={abilitiesOf(field).comparesAsNumber ? 'right' : 'left'}
              sort={key && (key.descending ? 'descending' : 'ascending')}
              onSort={() => onSort(field.name)}
              title={field.name}
              resize={{
                value: column.getSize(),
                ...columnLimits,
                onChange: size => onSizesChange({ ...sizes, [id]: size }),
                onReset: () => onSizesChange(without(sizes, id)),
              }}
            >
              {field.name}
            </HeaderCell>
          )
        })}
        <FillerCell />
        <HeaderCell sticky="end" isTight={true}>
          <ColumnMenu {...props} />
        </HeaderCell>
      </HeaderRow>
    </TableHead>
  )
}

function ColumnMenu({ columns, hidden, onHiddenChange }: Pick<RecordTableProps, 'columns' | 'hidden' | 'onHiddenChange'>) {
  return (
    <Menu
      align="end"
      trigger={<IconButton label="Toggle columns" icon={Ellipsis} side="bottom" />}
      items={[
        { kind: 'heading', label: 'Toggle columns' },
        ...columns
          .filter(({ canHide }) => canHide)
          .map(column => ({
            kind: 'toggle' as const,
            label: column.field.name,
            icon: columnIcon(column),
            checked: !hidden.includes(column.id),
            onChange: (isShown: boolean) =>
              onHiddenChange(isShown ? hidden.filter(id => id !== column.id) : [...hidden, column.id]),
          })),
      ]}
    />
  )
}

function without(sizes: ColumnSizingState, id: string): ColumnSizingState {
  const { [id]: _dropped, ...rest } = sizes
  return rest
}

import { type Density, FillerCell, HeaderCell, HeaderRow, revealColumn, TableHead } from '@coffer/ui'
import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { checkboxWidth } from '../../../table/RowCheckbox.tsx'
import { SelectAllCell } from '../../../table/SelectAllCell.tsx'
import type { SortKey } from '../../../table/sort.ts'
import { useStable } from '../../../table/useStable.ts'
import type { RecordColumn } from '../columns/columns.ts'
import type { ColumnLayout } from '../columns/useColumnLayout.ts'
import { ColumnsMenu } from './ColumnsMenu.tsx'
import { type ColumnActions, RecordColumnHead } from './RecordColumnHead.tsx'
import type { RecordTableProps } from './RecordTableProps.ts'
import { useProgressiveColumns } from './useProgressiveColumns.ts'

interface RecordTableHeadProps
  extends Pick<RecordTableProps, 'hidden' | 'onHiddenChange' | 'sort' | 'onSort' | 'list' | 'selection' | 'onSelectionChange'> {
  /** Column widths in pixels by column id. */
  columnWidths: ReadonlyMap<string, number>
  layout: ColumnLayout
  /** The visible columns. */
  shown: readonly RecordColumn[]
  canSelect: boolean
  density: Density
  onDensityChange: (density: Density) => void
  /** Called after a column was moved, with a sentence for screen readers. */
  onMoved: (sentence: string) => void
}

const keySteps = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
])

/** The header row. One column head is in the Tab order, and the arrow keys move between them. */
export function RecordTableHead(props: RecordTableHeadProps) {
  const { columnWidths, layout, shown, hidden, sort, onSort, list, selection, canSelect } = props
  const [activeId, setActiveId] = useState<string>()
  const row = useRef<HTMLTableRowElement>(null)
  const rendered = useProgressiveColumns(shown, columnWidths)
  const movable = shown.filter(({ canHide }) => canHide)
  const active = shown.some(({ id }) => id === activeId) ? activeId : shown[0]?.id

  const headOf = (id: string) => row.current?.querySelector<HTMLElement>(`th[data-column="${id}"]`)

  const move = (id: string, by: number) => {
    const focused = document.activeElement
    flushSync(() => layout.move(id, by))
    // Moving the element in the DOM loses the focus.
    if (focused instanceof HTMLElement && headOf(id)?.contains(focused)) focused.focus()
    const heads = [...(row.current?.querySelectorAll<HTMLElement>('th[data-column]') ?? [])]
    const place = heads.findIndex(head => head.dataset.column === id)
    props.onMoved(`${heads[place]?.title} is column ${place + 1} of ${heads.length}.`)
  }
  const hide = ({ id }: RecordColumn) => {
    const place = shown.findIndex(column => column.id === id)
    flushSync(() => props.onHiddenChange([...hidden, id]))
    // The focused column disappears, so the focus moves to its neighbor.
    const next = shown[place + 1] ?? shown[place - 1]
    if (next) headOf(next.id)?.querySelector('button')?.focus()
  }
  const actions = useStable<ColumnActions>({
    sort: ({ field }) => onSort(field.name),
    hide,
    move: ({ id }, by) => move(id, by),
    take: ({ id }, moved, edge) => layout.moveTo(moved, id, edge),
    setWidth: ({ id }, width) => (width === undefined ? layout.resetWidth(id) : layout.setWidth(id, width)),
  })
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const by = keySteps.get(event.key)
    const { target } = event
    if (by === undefined || !(target instanceof HTMLButtonElement) || event.altKey || event.ctrlKey || event.metaKey) return
    const id = target.closest<HTMLElement>('th[data-column]')?.dataset.column
    const place = shown.findIndex(column => column.id === id)
    if (id === undefined || place === -1) return
    event.preventDefault()
    if (event.shiftKey) {
      if (shown[place]?.canHide) move(id, by)
      return
    }
    const next = shown[place + by]
    const controls = (head: HTMLElement | null | undefined) => [...(head?.querySelectorAll('button') ?? [])]
    if (next) controls(headOf(next.id))[controls(headOf(id)).indexOf(target)]?.focus()
  }
  return (
    <TableHead>
      <HeaderRow
        ref={row}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => {
          const head = target.closest<HTMLElement>('th[data-column]')
          if (!head) return
          setActiveId(head.dataset.column)
          if (target.matches(':focus-visible')) revealColumn(head)
        }}
      >
        {canSelect && (
          <SelectAllCell
            noun="records"
            rows={list.records}
            selection={selection}
            onChange={checked =>
              props.onSelectionChange(known => new Set(checked ? [...known, ...list.records.map(({ id }) => id)] : []))
            }
          />
        )}
        {rendered.map((column, index) => (
          <RecordColumnHead
            key={column.id}
            column={column}
            place={movable.indexOf(column)}
            places={movable.length}
            width={columnWidths.get(column.id) ?? 0}
            isCustomWidth={layout.widths[column.id] !== undefined}
            sort={directionOf(column, sort)}
            actions={actions}
            sticky={index > 0 ? undefined : canSelect ? checkboxWidth : 0}
            isActive={column.id === active}
          />
        ))}
        <FillerCell span={shown.length - rendered.length + 1} />
        <HeaderCell sticky="end" isTight={true}>
          <ColumnsMenu {...props} />
        </HeaderCell>
      </HeaderRow>
    </TableHead>
  )
}

function directionOf({ field }: RecordColumn, sort: readonly SortKey[]) {
  const key = sort.find(({ name }) => name === field.name)
  return key && (key.descending ? 'descending' : 'ascending')
}

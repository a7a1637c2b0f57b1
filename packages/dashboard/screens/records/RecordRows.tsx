import { type Density, SpacerRow, TableBody, useRowHeight, useShortcut, useTableFrame } from '@coffer/ui'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type ChangeEvent, type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { useStable } from '../../shell/useStable.ts'
import { RecordRow } from './RecordRow.tsx'
import type { RecordTableProps } from './RecordTableProps.ts'
import type { RecordTableModel } from './tableModel.ts'
import { useActiveRow } from './useActiveRow.ts'

interface RecordRowsProps extends Pick<RecordTableProps, 'columns' | 'currentId' | 'onOpen' | 'onApproach' | 'context'> {
  table: RecordTableModel
  density: Density
  canSelect: boolean
  checkboxWidth: number
  /** Pixels at the lower end in which a row cannot be seen. */
  coveredHeight: number
  /** Rows after the last record. */
  children: ReactNode
}

/** The rows in view, and the keys that move through all of them. */
export function RecordRows(props: RecordRowsProps) {
  const { table, columns, density, canSelect, checkboxWidth, coveredHeight, currentId, onOpen, onApproach, context, children } =
    props
  const { rows } = table.getRowModel()
  const body = useRef<HTMLTableSectionElement>(null)
  const frame = useTableFrame()
  const height = useRowHeight(density)
  const headHeight = useRowHeight()
  const [activeId, setActiveId] = useState<string>()
  const found = rows.findIndex(row => row.id === activeId)
  const active = Math.max(found, 0)

  const virtualizer = useVirtualizer<HTMLElement, Element>({
    count: rows.length,
    getScrollElement: () => frame,
    estimateSize: () => height,
    overscan: 6,
    // The header lies above the first row and stays over whatever is scrolled under it.
    paddingStart: headHeight,
    scrollPaddingStart: headHeight,
    scrollPaddingEnd: coveredHeight,
    getItemKey: index => rows[index]?.id ?? index,
    rangeExtractor: range => [...new Set([...defaultRangeExtractor(range), active])].sort((one, other) => one - other),
  })
  const goTo = useActiveRow({ body, rows, active, virtualizer, onChange: setActiveId })

  const step = (by: number) => goTo(found === -1 ? 0 : active + by)
  useShortcut('j', () => step(1))
  useShortcut('k', () => step(-1))

  /** Takes the active row and the next one into the selection, then moves on. */
  const extend = (by: number) => {
    const ids = [rows[active], rows[active + by]].flatMap(row => (row === undefined ? [] : [[row.id, true] as const]))
    if (canSelect) table.setRowSelection(old => ({ ...old, ...Object.fromEntries(ids) }))
    goTo(active + by)
  }
  const { select } = useStable({ select: (id: string, event: ChangeEvent) => table.getRow(id).getToggleSelectedHandler()(event) })
  const act = (key: string, isRange: boolean): boolean => {
    const page = Math.max(1, Math.floor((frame?.clientHeight ?? 0) / height) - 2)
    const row = rows[active]
    if (key === 'ArrowDown') isRange ? extend(1) : goTo(active + 1)
    else if (key === 'ArrowUp') isRange ? extend(-1) : goTo(active - 1)
    else if (key === 'PageDown') goTo(active + page)
    else if (key === 'PageUp') goTo(active - page)
    else if (key === 'Home') goTo(0)
    else if (key === 'End') goTo(rows.length - 1)
    else if (key === 'Enter' && row) onOpen(row.id)
    else if (key === ' ' && row && canSelect) row.toggleSelected()
    else return false
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isOnRow = event.target instanceof HTMLElement && event.target.dataset.index !== undefined
    if (!isOnRow || event.ctrlKey || event.metaKey || event.altKey) return
    if (act(event.key, event.shiftKey)) event.preventDefault()
  }
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const id = rowIdOf(event.target)
    if (id !== undefined && !isOnControl(event.target) && !isSelectingText(event.currentTarget)) onOpen(id)
  }
  const onFocus = (event: { target: EventTarget }) => {
    setActiveId(rowIdOf(event.target))
    onApproach()
  }

  const items = virtualizer.getVirtualItems()
  const last = items.at(-1)
  return (
    <TableBody ref={body} onClick={onClick} onKeyDown={onKeyDown} onFocus={onFocus} onPointerOver={onApproach}>
      {items.flatMap((item, at) => {
        const row = rows[item.index]
        if (row === undefined) return []
        const gap = item.start - (items[at - 1]?.end ?? headHeight)
        return [
          <SpacerRow key={`before ${row.id}`} height={gap} />,
          <RecordRow
            key={row.id}
            record={row.original}
            columns={columns}
            index={item.index}
            isActive={item.index === active}
            isSelected={row.getIsSelected()}
            isCurrent={row.id === currentId}
            canSelect={canSelect}
            onSelect={select}
            checkboxWidth={checkboxWidth}
            context={context}
          />,
        ]
      })}
      {last && <SpacerRow height={virtualizer.getTotalSize() - last.end} />}
      {children}
    </TableBody>
  )
}

function rowIdOf(target: EventTarget): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('tr[data-id]')?.dataset.id : undefined
}

/** Links, chips and checkboxes in a row have their own meaning. */
function isOnControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, label, [role="button"]') !== null
}

function isSelectingText(body: HTMLElement): boolean {
  const selection = getSelection()
  return selection !== null && selection.toString() !== '' && body.contains(selection.anchorNode)
}

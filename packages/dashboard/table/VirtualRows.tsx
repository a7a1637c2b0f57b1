import { SpacerRow, TableBody, useRowHeight, useShortcut, useTableFrame } from '@coffer/ui'
import { Fragment, type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { useActiveRow } from './useActiveRow.ts'
import type { RowSelection } from './useRowSelection.ts'
import { useRowsInView } from './useRowsInView.ts'

interface VirtualRowsProps<Item extends { id: string }> {
  rows: readonly Item[]
  /** Height of a row, in pixels. */
  height: number
  /** Height at the bottom of the table in which rows are covered, in pixels. */
  coveredHeight: number
  /** Undefined if rows cannot be selected. */
  selection: RowSelection | undefined
  onOpen: (id: string) => void
  /** Called when a row is hovered or focused, to preload what opening it needs. */
  onApproach?: (() => void) | undefined
  /**
   * Renders a `Row` with `data-id` and `data-index`. Only the active row is in the tab order. The `Row` should be memoized, because
   * scrolling renders the table every frame.
   */
  renderRow: (row: Item, index: number, isActive: boolean) => ReactNode
  /** Additional rows after the last one. */
  children?: ReactNode
}

/** Renders the visible rows, and handles the keys that move through all rows, select and open them. */
export function VirtualRows<Item extends { id: string }>(props: VirtualRowsProps<Item>) {
  const { rows, height, coveredHeight, selection, onOpen, onApproach, renderRow, children } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const frame = useTableFrame()
  const headHeight = useRowHeight()
  const [activeId, setActiveId] = useState<string>()
  const lastTicked = useRef<string>(undefined)
  const found = rows.findIndex(row => row.id === activeId)
  const active = Math.max(found, 0)

  const { drawn, reveal, pageSize } = useRowsInView({
    scroller: frame,
    count: rows.length,
    height,
    active,
    overscan: 6,
    headHeight,
    coveredHeight,
  })
  const goTo = useActiveRow({ body, rows, active, reveal, onChange: setActiveId })

  const step = (by: number) => goTo(found === -1 ? 0 : active + by)
  useShortcut('j', () => step(1))
  useShortcut('k', () => step(-1))

  const idsBetween = (one: number, other: number) =>
    rows.slice(Math.max(0, Math.min(one, other)), Math.max(one, other) + 1).map(({ id }) => id)
  const act = (key: string, isRange: boolean): boolean => {
    const row = rows[active]
    const by = { ArrowDown: 1, ArrowUp: -1 }[key]
    if (by !== undefined) {
      if (isRange) selection?.add(idsBetween(active, active + by))
      goTo(active + by)
    } else if (key === 'PageDown') goTo(active + pageSize())
    else if (key === 'PageUp') goTo(active - pageSize())
    else if (key === 'Home') goTo(0)
    else if (key === 'End') goTo(rows.length - 1)
    else if (key === 'Enter' && row) onOpen(row.id)
    else if (key === ' ' && row && selection) selection.toggle(row.id)
    else return false
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isOnRow = event.target instanceof HTMLElement && event.target.dataset.index !== undefined
    if (!isOnRow || event.ctrlKey || event.metaKey || event.altKey) return
    if (act(event.key, event.shiftKey)) event.preventDefault()
  }
  /** Selects the range since the last checkbox on Shift+click. The clicked checkbox toggles itself. */
  const tick = (box: HTMLInputElement, id: string, isRange: boolean) => {
    const from = rows.findIndex(row => row.id === lastTicked.current)
    const to = rows.findIndex(row => row.id === id)
    if (isRange && box.checked && from !== -1) selection?.add(idsBetween(from, to).filter(between => between !== id))
    lastTicked.current = id
  }
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const id = rowIdOf(event.target)
    if (id === undefined) return
    if (event.target instanceof HTMLInputElement) tick(event.target, id, event.shiftKey)
    else if (!isOnControl(event.target) && !isSelectingText(event.currentTarget)) onOpen(id)
  }
  const onFocus = (event: { target: EventTarget }) => {
    setActiveId(rowIdOf(event.target))
    onApproach?.()
  }

  const last = drawn.at(-1) ?? -1
  return (
    <TableBody ref={body} onClick={onClick} onKeyDown={onKeyDown} onFocus={onFocus} onPointerOver={onApproach}>
      {drawn.flatMap((index, at) => {
        const row = rows[index]
        if (row === undefined) return []
        const missing = index - (drawn[at - 1] ?? -1) - 1
        const drawing = <Fragment key={row.id}>{renderRow(row, index, index === active)}</Fragment>
        return missing > 0 ? [<SpacerRow key={`before ${row.id}`} height={missing * height} />, drawing] : [drawing]
      })}
      <SpacerRow height={(rows.length - last - 1) * height} />
      {children}
    </TableBody>
  )
}

/** Returns the id of the row that contains an event's target. */
function rowIdOf(target: EventTarget): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('tr[data-id]')?.dataset.id : undefined
}

/** Whether the target is in a link, button or input, which handles its own clicks. */
function isOnControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, label, [role="button"]') !== null
}

function isSelectingText(body: HTMLElement): boolean {
  const selection = getSelection()
  return selection !== null && selection.toString() !== '' && body.contains(selection.anchorNode)
}

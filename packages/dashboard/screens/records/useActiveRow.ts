import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { RecordRowModel } from './tableModel.ts'

interface ActiveRow {
  body: RefObject<HTMLTableSectionElement | null>
  /** Moves focus to a row, counted from 0; beyond the ends to the first or last. */
  goTo: (index: number) => void
}

interface ActiveRowOptions {
  rows: readonly RecordRowModel[]
  active: number
  virtualizer: Virtualizer<HTMLDivElement, Element>
  onChange: (id: string) => void
}

/** Moves focus among rows of which most are not in the page. */
export function useActiveRow({ rows, active, virtualizer, onChange }: ActiveRowOptions): ActiveRow {
  const body = useRef<HTMLTableSectionElement>(null)
  const isFocusDue = useRef(false)

  // After every drawing, because the row may have come into the page only now.
  useLayoutEffect(() => {
    if (!isFocusDue.current) return
    const row = body.current?.querySelector<HTMLElement>(`[data-index="${active}"]`)
    if (row === null || row === undefined) return
    isFocusDue.current = false
    row.focus({ preventScroll: true })
  })

  const goTo = (index: number) => {
    const row = rows[Math.min(Math.max(index, 0), rows.length - 1)]
    if (row === undefined) return
    isFocusDue.current = true
    onChange(row.id)
    virtualizer.scrollToIndex(row.index, { align: 'auto' })
  }

  return { body, goTo }
}

import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { RecordRowModel } from './tableModel.ts'

interface ActiveRowOptions {
  body: RefObject<HTMLElement | null>
  rows: readonly RecordRowModel[]
  active: number
  virtualizer: Virtualizer<HTMLElement, Element>
  onChange: (id: string) => void
}

/** Moves focus among rows of which most are not in the page: to the row at an index, beyond the ends to the first or last. */
export function useActiveRow({ body, rows, active, virtualizer, onChange }: ActiveRowOptions): (index: number) => void {
  const isFocusDue = useRef(false)

  // After every drawing, because the row may have come into the page only now.
  useLayoutEffect(() => {
    if (!isFocusDue.current) return
    const row = body.current?.querySelector<HTMLElement>(`[data-index="${active}"]`)
    if (row === null || row === undefined) return
    isFocusDue.current = false
    row.focus({ preventScroll: true })
  })

  return index => {
    const row = rows[Math.min(Math.max(index, 0), rows.length - 1)]
    if (row === undefined) return
    const element = body.current?.querySelector<HTMLElement>(`[data-index="${row.index}"]`)
    isFocusDue.current = !element
    onChange(row.id)
    virtualizer.scrollToIndex(row.index, { align: 'auto' })
    element?.focus({ preventScroll: true })
  }
}

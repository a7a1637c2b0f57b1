import { type RefObject, useLayoutEffect, useRef } from 'react'

interface ActiveRowOptions {
  body: RefObject<HTMLElement | null>
  rows: readonly { id: string }[]
  active: number
  /** Scrolls to the row at an index. */
  reveal: (index: number) => void
  onChange: (id: string) => void
}

/** Returns a function that focuses the row at an index of a virtual list, clamped to the first and last row. */
export function useActiveRow({ body, rows, active, reveal, onChange }: ActiveRowOptions): (index: number) => void {
  const isFocusDue = useRef(false)
  const elementAt = (index: number) => body.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)

  // After every render, because the row may not have been mounted before.
  useLayoutEffect(() => {
    if (!isFocusDue.current) return
    const row = elementAt(active)
    if (row === null || row === undefined) return
    isFocusDue.current = false
    row.focus({ preventScroll: true })
  })

  return wanted => {
    const index = Math.min(Math.max(wanted, 0), rows.length - 1)
    const row = rows[index]
    if (row === undefined) return
    const element = elementAt(index)
    isFocusDue.current = !element
    onChange(row.id)
    reveal(index)
    element?.focus({ preventScroll: true })
  }
}

import { startTransition, useEffect, useMemo, useState } from 'react'
import type { RecordColumn } from '../columns/columns.ts'

/** The columns to draw: at first those that the window has room for, and all of them once these are painted. */
export function useColumnsInTurn(columns: readonly RecordColumn[], widths: ReadonlyMap<string, number>): readonly RecordColumn[] {
  const [hasAll, setHasAll] = useState(false)

  useEffect(() => {
    const frame = requestAnimationFrame(() => startTransition(() => setHasAll(true)))
    return () => cancelAnimationFrame(frame)
  }, [])

  const count = hasAll ? columns.length : countSeen(columns, widths)
  // The same array as long as it holds the same, or every row would be drawn again for nothing.
  return useMemo(() => (count < columns.length ? columns.slice(0, count) : columns), [columns, count])
}

/** How many columns begin within the width of the window. */
function countSeen(columns: readonly RecordColumn[], widths: ReadonlyMap<string, number>): number {
  let start = 0
  for (const [index, { id }] of columns.entries()) {
    if (start > window.innerWidth) return index
    start += widths.get(id) ?? 0
  }
  return columns.length
}

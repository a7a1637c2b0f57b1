import { startTransition, useEffect, useMemo, useState } from 'react'
import type { RecordColumn } from '../columns/columns.ts'

/** Returns the columns to render: at first only the columns that fit in the window, and after the first paint all columns. */
export function useProgressiveColumns(
  columns: readonly RecordColumn[],
  widths: ReadonlyMap<string, number>,
): readonly RecordColumn[] {
  const [hasAll, setHasAll] = useState(false)

  useEffect(() => {
    const frame = requestAnimationFrame(() => startTransition(() => setHasAll(true)))
    return () => cancelAnimationFrame(frame)
  }, [])

  const count = hasAll ? columns.length : countVisible(columns, widths)
  // Returns the same array as long as its content is the same, since a new array would rerender every row.
  return useMemo(() => (count < columns.length ? columns.slice(0, count) : columns), [columns, count])
}

/** Counts the columns that start within the width of the window. */
function countVisible(columns: readonly RecordColumn[], widths: ReadonlyMap<string, number>): number {
  let start = 0
  for (const [index, { id }] of columns.entries()) {
    if (start > window.innerWidth) return index
    start += widths.get(id) ?? 0
  }
  return columns.length
}

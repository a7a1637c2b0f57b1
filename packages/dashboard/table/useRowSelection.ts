import type { Dispatch, SetStateAction } from 'react'
import { useStable } from './useStable.ts'

/** Functions that change the selection. Several calls in one event add up. */
export interface RowSelection {
  toggle: (id: string) => void
  add: (ids: readonly string[]) => void
}

/** Returns functions that change a set of selected ids. The object is stable across renders. */
export function useRowSelection(onChange: Dispatch<SetStateAction<ReadonlySet<string>>>): RowSelection {
  return useStable<RowSelection>({
    toggle: id =>
      onChange(known => (known.has(id) ? new Set([...known].filter(other => other !== id)) : new Set([...known, id]))),
    add: ids => onChange(known => new Set([...known, ...ids])),
  })
}

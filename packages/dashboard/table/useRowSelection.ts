import type { Dispatch, SetStateAction } from 'react'
import { useStable } from './useStable.ts'

/** The way to select rows. One event may call several of these: what each does adds to what the one before did. */
export interface RowSelection {
  toggle: (id: string) => void
  add: (ids: readonly string[]) => void
}

/** The way to select rows whose ids are kept in a set; it stays the same from one drawing to the next. */
export function useRowSelection(onChange: Dispatch<SetStateAction<ReadonlySet<string>>>): RowSelection {
  return useStable<RowSelection>({
    toggle: id =>
      onChange(known => (known.has(id) ? new Set([...known].filter(other => other !== id)) : new Set([...known, id]))),
    add: ids => onChange(known => new Set([...known, ...ids])),
  })
}

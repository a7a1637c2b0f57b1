import type { Collection } from '@coffer/schema'
import { useRemembered } from '../../../shell/browser/useRemembered.ts'

/** Pixels of columns by their ids, where the reader chose them. */
export type ColumnWidths = Record<string, number>

export const columnLimits = { min: 72, max: 800 }

/** The chosen widths, remembered for each collection. */
export function useColumnWidths(collection: Collection): [ColumnWidths, (widths: ColumnWidths) => void] {
  const [widths, store] = useRemembered(`columnWidths.${collection.id}`, readWidths)
  return [widths, next => store(Object.keys(next).length === 0 ? undefined : next)]
}

/** A chosen width within the limits, in whole pixels. */
export function withWidth(widths: ColumnWidths, id: string, width: number): ColumnWidths {
  return { ...widths, [id]: Math.round(Math.max(columnLimits.min, Math.min(columnLimits.max, width))) }
}

export function withoutWidth(widths: ColumnWidths, id: string): ColumnWidths {
  const { [id]: _dropped, ...rest } = widths
  return rest
}

function readWidths(stored: unknown): ColumnWidths {
  if (typeof stored !== 'object' || stored === null) return {}
  const isWidth = (size: unknown) => typeof size === 'number' && size >= columnLimits.min && size <= columnLimits.max
  return Object.fromEntries(Object.entries(stored).filter(([, size]) => isWidth(size)))
}

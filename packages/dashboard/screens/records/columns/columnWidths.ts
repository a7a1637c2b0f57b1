import type { Collection } from '@coffer/schema'
import { useRemembered } from '../../../shell/browser/useRemembered.ts'

/** Column widths that the user has set, in pixels by column id. */
export type ColumnWidths = Record<string, number>

export const columnLimits = { min: 72, max: 800 }

/** The user's column widths, remembered per collection. */
export function useColumnWidths(collection: Collection): [ColumnWidths, (widths: ColumnWidths) => void] {
  const [widths, store] = useRemembered(`columnWidths.${collection.id}`, readWidths)
  return [widths, next => store(Object.keys(next).length === 0 ? undefined : next)]
}

/** Sets a column width, rounded and clamped to the limits. */
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

import { type Density, densities } from '@coffer/ui'
import { useRemembered } from '../shell/browser/useRemembered.ts'

/** Returns the density with this name; "normal" if it is unknown. */
export function densityOf(name: unknown): Density {
  return densities.find(density => density === name) ?? 'normal'
}

/** Returns the row height of all tables, stored in this browser. */
export function useRowDensity(): [Density, (density: Density) => void] {
  return useRemembered('rowHeight', densityOf)
}

import { type Density, densities } from '@coffer/ui'
import { useRemembered } from '../shell/browser/useRemembered.ts'

/** The density with this name, else the normal one. */
export function densityOf(name: unknown): Density {
  return densities.find(density => density === name) ?? 'normal'
}

/** How high the rows are in all tables, remembered. */
export function useRowDensity(): [Density, (density: Density) => void] {
  return useRemembered('rowHeight', densityOf)
}

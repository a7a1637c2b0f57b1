import type { Density } from '@coffer/ui'
import { useRemembered } from '../shell/browser/useRemembered.ts'

/** How high the rows are in all tables, remembered. */
export function useRowDensity(): [Density, (density: Density) => void] {
  return useRemembered('rowHeight', stored => (stored === 'compact' ? 'compact' : 'normal'))
}

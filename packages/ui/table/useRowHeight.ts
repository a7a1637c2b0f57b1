import { useSyncExternalStore } from 'react'

/** How high rows are; tall ones have room for three lines of text. */
export const densities = ['normal', 'compact', 'tall'] as const
export type Density = (typeof densities)[number]

const heights: Record<Density, number> = { normal: 36, compact: 30, tall: 76 }
const phoneHeights: Record<Density, number> = { normal: 44, compact: 44, tall: 76 }

const phone = '(max-width: 639.98px)'

function watch(changed: () => void) {
  const query = matchMedia(phone)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Pixels of one row, as the styles draw it: what a virtual list has to know. */
export function useRowHeight(density: Density = 'normal'): number {
  const isPhone = useSyncExternalStore(watch, () => matchMedia(phone).matches)
  return (isPhone ? phoneHeights : heights)[density]
}

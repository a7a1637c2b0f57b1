import { useSyncExternalStore } from 'react'

/** The row density. Tall rows have three lines of text. */
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

/** Returns the height of a row in pixels, as set by the styles. Virtual lists need it. */
export function useRowHeight(density: Density = 'normal'): number {
  const isPhone = useSyncExternalStore(watch, () => matchMedia(phone).matches)
  return (isPhone ? phoneHeights : heights)[density]
}

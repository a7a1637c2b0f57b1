import { useSyncExternalStore } from 'react'

export type Density = 'normal' | 'compact'

const phone = '(max-width: 639.98px)'

function watch(changed: () => void) {
  const query = matchMedia(phone)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Pixels of one row, as the styles draw it: what a virtual list has to know. */
export function useRowHeight(density: Density = 'normal'): number {
  const isPhone = useSyncExternalStore(watch, () => matchMedia(phone).matches)
  return isPhone ? 44 : density === 'compact' ? 30 : 36
}

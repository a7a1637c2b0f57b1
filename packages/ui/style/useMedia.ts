import { useSyncExternalStore } from 'react'

/** Below this width the sidebar is a drawer. */
export const narrow = '(max-width: 1023.98px)'
/** Below this width the rail is a bar at the bottom. */
export const phone = '(max-width: 639.98px)'
/** A touch device, usually without a keyboard. */
export const touch = '(hover: none)'

/** Returns whether a media query matches, and rerenders on changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    onChange => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
  )
}

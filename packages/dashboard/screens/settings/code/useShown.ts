import { getRouteApi } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

const route = getRouteApi('/signed-in/settings')

/**
 * Shows an item if the address names it: scrolls to it and focuses it.
 * @returns whether the address names it, and the ref of the item, which needs a `tabIndex`
 */
export function useShown(code: string): { isShown: boolean; item: RefObject<HTMLLIElement | null> } {
  const isShown = route.useSearch().code === code
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!isShown) return
    item.current?.focus({ preventScroll: true })
    item.current?.scrollIntoView({ block: 'center' })
  }, [isShown])
  return { isShown, item }
}

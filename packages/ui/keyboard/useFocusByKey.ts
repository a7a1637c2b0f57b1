import { useCallback, useRef } from 'react'
import { isByKey } from './isByKey.ts'

/**
 * For what opens over the page: gives it the focus as soon as it is there, if a key opened it. Base UI does so a moment later, in which
 * the keys of a quick hand would be lost. Not by touch, where the focus of an input brings up a keyboard.
 * @returns what hears of each opening and closing, and the `ref` of the element that takes the focus
 */
export function useFocusByKey<Target extends HTMLElement>() {
  const isOpenedByKey = useRef(false)
  const noteOpening = (isOpen: boolean, event: Event) => {
    isOpenedByKey.current = isOpen && isByKey(event)
  }
  const focusRef = useCallback((element: Target | null) => {
    if (isOpenedByKey.current) element?.focus({ preventScroll: true })
  }, [])
  return { noteOpening, focusRef }
}

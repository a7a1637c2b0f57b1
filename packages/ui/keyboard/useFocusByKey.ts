import { useCallback, useRef } from 'react'

/** Whether an event was caused by the keyboard: a key event, or a click that a key press triggered. */
const isByKey = (event: Event): boolean => event instanceof KeyboardEvent || (event instanceof MouseEvent && event.detail === 0)

/**
 * Focuses an overlay immediately if it was opened by the keyboard. Base UI does it a moment later, so that fast key presses would
 * be lost. Not done for touch, where focusing an input opens the on-screen keyboard.
 * @returns the handler for opening and closing, and the `ref` of the element to focus
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

import { useEffectEvent, useLayoutEffect } from 'react'

/** The open elements that Escape closes, in order of opening. */
const open: object[] = []

/**
 * Calls a handler on Escape while an element is open, starting before it is painted. Only the most recently opened element
 * handles the key.
 */
export function useEscape(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useLayoutEffect(() => {
    if (!isOpen) return
    const self = {}
    open.push(self)
    const answer = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || open.at(-1) !== self) return
      event.preventDefault()
      event.stopImmediatePropagation()
      close()
    }
    document.addEventListener('keydown', answer, { capture: true })
    return () => {
      document.removeEventListener('keydown', answer, { capture: true })
      open.splice(open.indexOf(self), 1)
    }
  }, [isOpen])
}

import { useEffectEvent, useLayoutEffect } from 'react'

/** What Escape closes, in the order in which it was opened. */
const open: object[] = []

/**
 * Has Escape close what is open, from the moment it is seen on. Of several only the last one closes, and what lies below does not
 * hear of the key.
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

import { useLayoutEffect } from 'react'

/** Has Escape close what is open, from the moment it is seen on; what lies below does not hear of the key. */
export function useEscape(isOpen: boolean, onClose: () => void): void {
  useLayoutEffect(() => {
    if (!isOpen) return
    const answer = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return
      event.preventDefault()
      event.stopPropagation()
      onClose()
    }
    document.addEventListener('keydown', answer, { capture: true })
    return () => document.removeEventListener('keydown', answer, { capture: true })
  }, [isOpen, onClose])
}

import { useEffect, useEffectEvent } from 'react'

const steps = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
])

/**
 * Moves between files with the arrow keys, except where they control the focused element: a video, or an image larger than its
 * frame. Listens on the whole document, so use it only in the topmost dialog.
 */
export function useStepKeys(isEnabled: boolean, onStep: (by: number) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const by = steps.get(event.key)
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (event.target instanceof Element && event.target.closest('video, audio, [data-scrolls]')) return
    event.preventDefault()
    onStep(by)
  })

  useEffect(() => {
    if (!isEnabled) return
    const listen = (event: KeyboardEvent) => press(event)
    // In the capture phase, because the dialog stops the propagation of arrow keys.
    document.addEventListener('keydown', listen, true)
    return () => document.removeEventListener('keydown', listen, true)
  }, [isEnabled])
}

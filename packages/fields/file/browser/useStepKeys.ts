import { useEffect, useEffectEvent } from 'react'

const steps = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
])

/**
 * The arrow keys lead from file to file, except where they move what has the focus: a film, or a picture larger than its frame.
 * To be used in what lies on top, for it listens wherever the focus is.
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
    // Before the dialog sees them, which keeps the arrow keys to itself.
    document.addEventListener('keydown', listen, true)
    return () => document.removeEventListener('keydown', listen, true)
  }, [isEnabled])
}

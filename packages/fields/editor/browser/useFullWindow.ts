import { type RefObject, useEffect, useRef, useState } from 'react'

interface FullWindow {
  element: RefObject<HTMLDivElement | null>
  isOn: boolean
  toggle: () => void
  leave: () => void
}

/** Lets an element fill the window while focus stays inside it or a dialog it opened. */
export function useFullWindow(): FullWindow {
  const element = useRef<HTMLDivElement>(null)
  const [isOn, setOn] = useState(false)

  useEffect(() => {
    if (!isOn) return
    // Covered content must not receive focus.
    const leaveWithFocus = ({ target }: FocusEvent) => {
      const panel = element.current?.closest('[role="dialog"]') ?? document.querySelector('main')
      if (target instanceof Element && panel?.contains(target) && target !== panel && !element.current?.contains(target))
        setOn(false)
    }
    document.addEventListener('focusin', leaveWithFocus)
    return () => document.removeEventListener('focusin', leaveWithFocus)
  }, [isOn])

  return { element, isOn, toggle: () => setOn(last => !last), leave: () => setOn(false) }
}

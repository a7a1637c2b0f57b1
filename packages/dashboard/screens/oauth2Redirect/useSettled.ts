import { useEffect, useState } from 'react'

/** Milliseconds in which a second click or a held key that was meant for another window has passed. */
const settleMs = 1000

/** Whether the window has been in front for a moment, so that a click is meant for what it shows now. */
export function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const begin = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setSettled(true), settleMs)
    }
    const stop = () => {
      clearTimeout(timer)
      setSettled(false)
    }
    // A window that opens behind another one is shown by a click that was meant for that one.
    if (document.hasFocus()) begin()
    window.addEventListener('focus', begin)
    window.addEventListener('blur', stop)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('focus', begin)
      window.removeEventListener('blur', stop)
    }
  }, [])
  return isSettled
}

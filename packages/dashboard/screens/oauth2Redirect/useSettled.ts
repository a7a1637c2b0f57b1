import { useEffect, useState } from 'react'

/** Time to ignore input, so that a double click or held key meant for another window has no effect. */
const settleMs = 1000

/** Returns whether the window has had the focus for a moment, so that a click was meant for its current content. */
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
    // A window that opened in the background gets its focus by a click, which must not count yet.
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

import { useEffect, useState } from 'react'

/** Maximum characters of a text that is compared at each keystroke; comparing a longer one would delay typing. */
const maxInstantCharacters = 100_000
const debounceMs = 400

/** Returns a short text at once, and a long one when the user stops typing. */
export function useDebouncedText(text: string): string {
  const [settled, setSettled] = useState(text)
  const isLong = text.length > maxInstantCharacters
  useEffect(() => {
    if (!isLong) return
    const timer = setTimeout(() => setSettled(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text, isLong])
  return isLong ? settled : text
}

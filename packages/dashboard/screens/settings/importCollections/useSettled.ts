import { useEffect, useState } from 'react'

/** Characters from which a text is judged in pauses only, because that takes longer than a key may. */
const big = 100_000
/** Milliseconds without a key after which somebody is taken to have stopped typing. */
const pause = 400

/** The text as it was when it was last looked at: a short one at once, a long one when nothing more is being typed. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  const isBig = text.length > big
  useEffect(() => {
    if (!isBig) return
    const timer = setTimeout(() => setSettled(text), pause)
    return () => clearTimeout(timer)
  }, [text, isBig])
  return isBig ? settled : text
}

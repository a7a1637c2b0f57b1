import { useEffect, useState } from 'react'

/** Milliseconds without a change after which a rule is compared and tested. */
const pauseMs = 400

/** Returns a value once it has not changed for a while. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

import { useEffect, useState } from 'react'

/** A value that changes while somebody types, as it was when the typing last stopped for so many milliseconds. */
export function useSettled<Value>(value: Value, milliseconds: number): [Value, settle: (value: Value) => void] {
  const [settled, setSettled] = useState(value)

  useEffect(() => {
    const timer = setTimeout(setSettled, milliseconds, value)
    return () => clearTimeout(timer)
  }, [value, milliseconds])

  return [settled, setSettled]
}

import { useEffect, useState } from 'react'

/** Debounces a value: returns it once it has not changed for the given number of milliseconds. */
export function useSettled<Value>(value: Value, milliseconds: number): [Value, settle: (value: Value) => void] {
  const [settled, setSettled] = useState(value)

  useEffect(() => {
    const timer = setTimeout(setSettled, milliseconds, value)
    return () => clearTimeout(timer)
  }, [value, milliseconds])

  return [settled, setSettled]
}

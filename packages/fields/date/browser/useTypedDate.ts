import { useState } from 'react'
import { useSettled } from '../../inputs/browser/useSettled.ts'
import { formatTypedDate, parseTypedDate } from '../typedDate.ts'

/** Milliseconds without a key press before typed text is validated. */
const pause = 300

export interface TypedDate {
  /** A canonical date, '', or text that is not a date. */
  value: string
  /** The displayed text. */
  text: string
  /** The value once typing has paused. */
  settled: string
  type: (text: string) => void
  pick: (date: string) => void
  leave: () => void
}

/** Manages a typed or picked date. Invalid text is kept as it is. Typing the stored date again restores its milliseconds. */
export function useTypedDate(value: string, stored: unknown, onChange: (value: string) => void): TypedDate {
  const [typed, setTyped] = useState({ text: formatTypedDate(value), value })
  const [settled, settle] = useSettled(value, pause)
  return {
    value,
    settled,
    // If the form has another date by now, the typed text is obsolete.
    text: typed.value === value ? typed.text : formatTypedDate(value),
    type: text => {
      const isStored = typeof stored === 'string' && text === formatTypedDate(stored)
      const date = isStored ? stored : parseTypedDate(text)
      const next = date === '' ? text.trim() && text : date
      setTyped({ text, value: next })
      onChange(next)
    },
    pick: date => {
      setTyped({ text: formatTypedDate(date), value: date })
      settle(date)
      onChange(date)
    },
    leave: () => {
      settle(value)
      setTyped({ text: formatTypedDate(value), value })
    },
  }
}

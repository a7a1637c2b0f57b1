import { useState } from 'react'
import { useSettled } from '../../inputs/browser/useSettled.ts'
import { parseTypedDate, typedForm } from '../typedDate.ts'

/** Milliseconds without a key press before typed text is validated. */
const pause = 300

export interface TypedDate {
  /** A canonical date, '', or text that is not a date. */
  held: string
  /** The displayed text. */
  text: string
  /** The value once typing has paused. */
  settled: string
  type: (text: string) => void
  pick: (date: string) => void
  leave: () => void
}

/** Manages a typed or picked date. Invalid text is kept as it is. Typing the stored date again restores its milliseconds. */
export function useTypedDate(held: string, stored: unknown, onChange: (value: string) => void): TypedDate {
  const [typed, setTyped] = useState({ text: typedForm(held), held })
  const [settled, settle] = useSettled(held, pause)
  return {
    held,
    settled,
    // If the form has another date by now, the typed text is obsolete.
    text: typed.held === held ? typed.text : typedForm(held),
    type: text => {
      const isStored = typeof stored === 'string' && text === typedForm(stored)
      const date = isStored ? stored : parseTypedDate(text)
      const held = date === '' ? text.trim() && text : date
      setTyped({ text, held })
      onChange(held)
    },
    pick: date => {
      setTyped({ text: typedForm(date), held: date })
      settle(date)
      onChange(date)
    },
    leave: () => {
      settle(held)
      setTyped({ text: typedForm(held), held })
    },
  }
}

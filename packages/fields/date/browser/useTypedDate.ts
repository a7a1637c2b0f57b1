import { useState } from 'react'
import { useSettled } from '../../inputs/browser/useSettled.ts'
import { readTypedDate, typedForm } from '../typedDate.ts'

/** Milliseconds without a key after which what is typed is judged. */
const pause = 300

export interface TypedDate {
  /** A date in canonical form, '', or a text that is no date. */
  held: string
  /** As it is seen. */
  text: string
  /** What is held once the typing stopped for a moment. */
  settled: string
  type: (text: string) => void
  pick: (date: string) => void
  leave: () => void
}

/** A date that is typed or picked; a text that is none is held as it is. The milliseconds of the stored date come back with it. */
export function useTypedDate(held: string, stored: unknown, onChange: (value: string) => void): TypedDate {
  const [typed, setTyped] = useState({ text: typedForm(held), held })
  const [settled, settle] = useSettled(held, pause)
  return {
    held,
    settled,
    // Where another date is held by now, what was typed stands for nothing.
    text: typed.held === held ? typed.text : typedForm(held),
    type: text => {
      const isStored = typeof stored === 'string' && text === typedForm(stored)
      const date = isStored ? stored : readTypedDate(text)
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

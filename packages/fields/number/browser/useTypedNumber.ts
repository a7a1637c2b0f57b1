import { type KeyboardEvent, useState } from 'react'
import { useSettled } from '../../inputs/browser/useSettled.ts'
import { readTypedNumber, stepNumber, typedNumber } from '../typedNumber.ts'

/** Milliseconds without a key after which what is typed is judged. */
const pause = 300

const steps = new Map([
  ['ArrowUp', 1],
  ['ArrowDown', -1],
  ['PageUp', 10],
  ['PageDown', -10],
])

/** The text of a draft's value: a number, the text that is none yet, or nothing. */
const textOf = (value: unknown): string => {
  if (typeof value === 'number') return typedNumber(value)
  return typeof value === 'string' ? value : ''
}

export interface TypedNumber {
  /** As it is seen. */
  text: string
  number: number | undefined
  /** What is seen once the typing stopped for a moment. */
  settled: string
  type: (text: string) => void
  /** Counts up or down, where that is what the key asks for. */
  step: (event: KeyboardEvent) => void
  leave: () => void
}

/**
 * A number that is typed or counted to; null where nothing is, and a text that is no number is held as it is.
 * @param holdAs what stands for a number that is not to be held
 */
export function useTypedNumber(
  value: unknown,
  options: Parameters<typeof stepNumber>[2],
  onChange: (value: unknown) => void,
  holdAs = (value: unknown) => value,
): TypedNumber {
  const [typed, setTyped] = useState({ text: textOf(value), value })
  const text = Object.is(typed.value, value) ? typed.text : textOf(value)
  const [settled, settle] = useSettled(text, pause)
  const number = readTypedNumber(text)

  const hold = (text: string, typed: unknown) => {
    const value = holdAs(typed)
    setTyped({ text, value })
    onChange(value)
  }
  return {
    text,
    number,
    settled,
    type: text => hold(text, text.trim() === '' ? null : (readTypedNumber(text) ?? text)),
    step: event => {
      const by = steps.get(event.key)
      if (by === undefined || event.altKey || event.ctrlKey || event.metaKey || (number === undefined && text !== '')) return
      event.preventDefault()
      const next = stepNumber(number ?? 0, by, options)
      settle(typedNumber(next))
      hold(typedNumber(next), next)
    },
    leave: () => {
      settle(text)
      if (number !== undefined) setTyped({ text: typedNumber(number), value })
    },
  }
}

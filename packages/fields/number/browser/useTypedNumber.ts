import { type KeyboardEvent, useState } from 'react'
import { useSettled } from '../../inputs/browser/useSettled.ts'
import { formatTypedNumber, parseTypedNumber, stepNumber } from '../typedNumber.ts'

/** Milliseconds without a key press before typed text is validated. */
const pause = 300

const steps = new Map([
  ['ArrowUp', 1],
  ['ArrowDown', -1],
  ['PageUp', 10],
  ['PageDown', -10],
])

/** Returns the text for a draft value: a number, invalid text, or nothing. */
function textOf(value: unknown): string {
  if (typeof value === 'number') return formatTypedNumber(value)
  return typeof value === 'string' ? value : ''
}

export interface TypedNumber {
  /** The displayed text. */
  text: string
  number: number | undefined
  /** The displayed text once typing has paused. */
  settled: string
  type: (text: string) => void
  /** Increments or decrements on the arrow keys. */
  step: (event: KeyboardEvent) => void
  leave: () => void
}

/**
 * Manages a typed number. The value is null for an empty text, and invalid text is kept as it is.
 * @param convert converts a number that must not be stored as a number
 */
export function useTypedNumber(
  value: unknown,
  options: Parameters<typeof stepNumber>[2],
  onChange: (value: unknown) => void,
  convert = (value: unknown) => value,
): TypedNumber {
  const [typed, setTyped] = useState({ text: textOf(value), value })
  const text = Object.is(typed.value, value) ? typed.text : textOf(value)
  const [settled, settle] = useSettled(text, pause)
  const number = parseTypedNumber(text)

  const hold = (text: string, typed: unknown) => {
    const value = convert(typed)
    setTyped({ text, value })
    onChange(value)
  }
  return {
    text,
    number,
    settled,
    type: text => hold(text, text.trim() === '' ? null : (parseTypedNumber(text) ?? text)),
    step: event => {
      const by = steps.get(event.key)
      if (by === undefined || event.altKey || event.ctrlKey || event.metaKey || (number === undefined && text !== '')) return
      event.preventDefault()
      const next = stepNumber(number ?? 0, by, options)
      settle(formatTypedNumber(next))
      hold(formatTypedNumber(next), next)
    },
    leave: () => {
      settle(text)
      if (number !== undefined) setTyped({ text: formatTypedNumber(number), value })
    },
  }
}

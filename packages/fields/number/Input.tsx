import { TextInput } from '@coffer/ui'
import { Hash } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useSettled } from '../inputs/browser/useSettled.ts'
import { InputFrame } from '../inputs/InputFrame.tsx'
import type { InputProps } from '../viewContract.ts'
import { judgeNumber } from './judgeNumber.ts'
import type { NumberOptions } from './options.ts'
import { misreadNumber, numberHelp, readTypedNumber, stepNumber, typedNumber } from './typedNumber.ts'

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

/** A text input, because a number input of the browser drops what it cannot read: a pasted "1,5" would become 15. */
export function Input({ field, value, error, onChange }: InputProps) {
  const options = field.options as NumberOptions
  const [typed, setTyped] = useState({ text: textOf(value), value })
  const text = Object.is(typed.value, value) ? typed.text : textOf(value)
  const [settled, settle] = useSettled(text, pause)
  const number = readTypedNumber(text)

  const hold = (text: string, value: unknown) => {
    setTyped({ text, value })
    onChange(value)
  }
  const type = (text: string) => hold(text, text.trim() === '' ? null : (readTypedNumber(text) ?? text))
  const step = (event: KeyboardEvent) => {
    const by = steps.get(event.key)
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey || (number === undefined && text !== '')) return
    event.preventDefault()
    const next = stepNumber(number ?? 0, by, options)
    settle(typedNumber(next))
    hold(typedNumber(next), next)
  }
  const leave = () => {
    settle(text)
    if (number !== undefined) setTyped({ text: typedNumber(number), value })
  }
  const judged = readTypedNumber(settled)
  const problem = misreadNumber(settled) ?? (judged === undefined ? undefined : judgeNumber(judged, options))
  const read = judged !== undefined && typedNumber(judged) !== settled.trim() && `Read as ${typedNumber(judged)}.`
  return (
    <InputFrame
      field={field}
      icon={Hash}
      error={error ?? problem?.message}
      help={[read, numberHelp(options)].filter(Boolean).join(' ')}
    >
      {({ control }) => (
        <TextInput
          {...control}
          role="spinbutton"
          inputMode="decimal"
          autoComplete="off"
          aria-valuenow={number}
          aria-valuetext={text === '' ? 'empty' : text}
          aria-valuemin={options.min ?? undefined}
          aria-valuemax={options.max ?? undefined}
          value={text}
          onValueChange={type}
          onKeyDown={step}
          onBlur={leave}
        />
      )}
    </InputFrame>
  )
}

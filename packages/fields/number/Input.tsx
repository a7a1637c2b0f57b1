import { Hash } from 'lucide-react'
import { InputFrame } from '../inputs/InputFrame.tsx'
import type { InputProps } from '../viewContract.ts'
import { useTypedNumber } from './browser/useTypedNumber.ts'
import { judgeNumber } from './judgeNumber.ts'
import { NumberControl } from './NumberControl.tsx'
import type { NumberOptions } from './options.ts'
import { misreadNumber, numberHelp, readTypedNumber, typedNumber } from './typedNumber.ts'

export function Input({ field, value, error, onChange }: InputProps) {
  const options = field.options as NumberOptions
  const typed = useTypedNumber(value, options, onChange)
  const { settled } = typed
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
      {({ control }) => <NumberControl {...control} typed={typed} min={options.min} max={options.max} />}
    </InputFrame>
  )
}

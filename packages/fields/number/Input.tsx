import { Hash } from 'lucide-react'
import { InputFrame } from '../inputs/InputFrame.tsx'
import type { InputProps } from '../viewContract.ts'
import { useTypedNumber } from './browser/useTypedNumber.ts'
import { NumberControl } from './NumberControl.tsx'
import type { NumberOptions } from './options.ts'
import { formatTypedNumber, numberHelp, parseTypedNumber, validateNumberText } from './typedNumber.ts'
import { validateNumber } from './validateNumber.ts'

export function Input({ field, value, error, onChange }: InputProps) {
  const options = field.options as NumberOptions
  const typed = useTypedNumber(value, options, onChange)
  const { settled } = typed
  const number = parseTypedNumber(settled)
  const problem = validateNumberText(settled) ?? (number === undefined ? undefined : validateNumber(number, options))
  const read = number !== undefined && formatTypedNumber(number) !== settled.trim() && `Read as ${formatTypedNumber(number)}.`
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

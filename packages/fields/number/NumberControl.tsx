import { TextInput, type TextInputProps } from '@coffer/ui'
import type { TypedNumber } from './browser/useTypedNumber.ts'

interface NumberControlProps extends Omit<TextInputProps, 'value' | 'min' | 'max'> {
  typed: TypedNumber
  min?: number | null
  max?: number | null
}

/** A text input, because the browser's number input drops characters it cannot parse: a pasted "1,5" would become 15. */
export function NumberControl({ typed, min, max, ...rest }: NumberControlProps) {
  const { text, number, type, step, leave } = typed
  return (
    <TextInput
      {...rest}
      role="spinbutton"
      inputMode="decimal"
      autoComplete="off"
      aria-valuenow={number}
      aria-valuetext={text === '' ? 'empty' : text}
      aria-valuemin={min ?? undefined}
      aria-valuemax={max ?? undefined}
      value={text}
      onValueChange={type}
      onKeyDown={step}
      onBlur={leave}
    />
  )
}

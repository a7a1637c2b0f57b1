import { NumberInput } from '@coffer/ui'
import { Hash } from 'lucide-react'
import { InputFrame } from '../inputs/InputFrame.tsx'
import type { InputProps } from '../viewContract.ts'
import type { NumberOptions } from './options.ts'

export function Input({ field, value, error, onChange }: InputProps) {
  const { min, max, noDecimal } = field.options as NumberOptions
  return (
    <InputFrame field={field} icon={Hash} error={error}>
      {({ control }) => (
        <NumberInput
          {...control}
          min={min ?? undefined}
          max={max ?? undefined}
          step={noDecimal ? 1 : 'any'}
          value={typeof value === 'number' ? value : null}
          onValueChange={onChange}
        />
      )}
    </InputFrame>
  )
}

import { TextArea } from '@coffer/ui'
import { Type } from 'lucide-react'
import { InputFrame } from '../inputs/InputFrame.tsx'
import type { InputProps } from '../viewContract.ts'

export function Input({ field, value, error, onChange }: InputProps) {
  return (
    <InputFrame field={field} icon={Type} error={error}>
      {({ control }) => <TextArea {...control} value={String(value ?? '')} onValueChange={onChange} />}
    </InputFrame>
  )
}

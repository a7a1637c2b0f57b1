import { Switch } from '@coffer/ui'
import { ToggleLeft } from 'lucide-react'
import { InputFrame } from '../inputs/InputFrame.tsx'
import type { InputProps } from '../viewContract.ts'

export function Input({ field, value, error, onChange }: InputProps) {
  return (
    <InputFrame field={field} icon={ToggleLeft} error={error}>
      {({ control }) => <Switch {...control} checked={value === true} onCheckedChange={onChange} />}
    </InputFrame>
  )
}

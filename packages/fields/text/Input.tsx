import { TextArea } from '@coffer/ui'
import { Type } from 'lucide-react'
import { InputFrame } from '../inputs/InputFrame.tsx'
import type { InputProps } from '../viewContract.ts'
import type { TextOptions } from './options.ts'
import { textHelp } from './textHelp.ts'

export function Input({ field, value, error, onChange }: InputProps) {
  return (
    <InputFrame field={field} icon={Type} error={error} help={textHelp(field.options as TextOptions)}>
      {({ control }) => <TextArea {...control} value={String(value ?? '')} onValueChange={onChange} />}
    </InputFrame>
  )
}

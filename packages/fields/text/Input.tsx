import { TextArea } from '@coffer/ui'
import { Type } from 'lucide-react'
import { InputFrame } from '../inputs/InputFrame.tsx'
import type { InputProps } from '../viewContract.ts'
import type { TextOptions } from './options.ts'
import { textHelp } from './textHelp.ts'

export function Input({ field, value, record, error, onChange }: InputProps) {
  const options = field.options as TextOptions
  const generated = options.autogeneratePattern && !record && 'Leave it empty to generate a text.'
  return (
    <InputFrame field={field} icon={Type} error={error} help={[generated, textHelp(options)].filter(Boolean).join(' ')}>
      {({ control }) => <TextArea {...control} value={String(value ?? '')} onValueChange={onChange} />}
    </InputFrame>
  )
}

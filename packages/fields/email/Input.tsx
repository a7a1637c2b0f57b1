import { TextInput } from '@coffer/ui'
import { Mail } from 'lucide-react'
import { domainHelp } from '../domains/domainHelp.ts'
import type { DomainOptions } from '../domains/options.ts'
import { InputFrame } from '../inputs/InputFrame.tsx'
import type { InputProps } from '../viewContract.ts'

export function Input({ field, value, error, onChange }: InputProps) {
  return (
    <InputFrame field={field} icon={Mail} error={error} help={domainHelp(field.options as DomainOptions)}>
      {({ control }) => (
        <TextInput {...control} type="email" autoComplete="off" value={String(value ?? '')} onValueChange={onChange} />
      )}
    </InputFrame>
  )
}

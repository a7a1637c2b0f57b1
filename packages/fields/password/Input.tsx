import { PasswordInput } from '@coffer/ui'
import { LockKeyhole } from 'lucide-react'
import { InputFrame } from '../inputs/InputFrame.tsx'
import type { InputProps } from '../viewContract.ts'
import type { PasswordOptions } from './options.ts'
import { passwordHelp } from './passwordHelp.ts'

/** An input for a new password. The stored one is never shown. */
export function Input({ field, value, record, error, onChange }: InputProps) {
  const help = [record && 'Leave it empty to keep the stored password.', passwordHelp(field.options as PasswordOptions)]
  return (
    <InputFrame field={field} icon={LockKeyhole} error={error} help={help.filter(Boolean).join(' ')}>
      {({ control }) => (
        <PasswordInput {...control} autoComplete="new-password" value={String(value ?? '')} onValueChange={onChange} />
      )}
    </InputFrame>
  )
}

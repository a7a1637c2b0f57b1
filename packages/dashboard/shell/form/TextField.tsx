import { FieldFrame, PasswordInput, TextInput, type TextInputProps } from '@coffer/ui'
import type { ReactNode } from 'react'
import type { FormField } from './useForm.ts'

interface TextFieldProps extends FormField, Omit<TextInputProps, keyof FormField> {
  label: string
  /** Default: true. */
  required?: boolean
  help?: ReactNode
  /** Whether it is a password input. */
  isSecret?: boolean
}

/** A text input with label, help and error. */
export function TextField({ label, help, error, lock, required = true, isSecret = false, ...input }: TextFieldProps) {
  const Input = isSecret ? PasswordInput : TextInput
  return (
    <FieldFrame label={label} help={lock ?? help} error={error} required={required}>
      {({ control }) => <Input {...control} readOnly={lock !== undefined} {...input} />}
    </FieldFrame>
  )
}

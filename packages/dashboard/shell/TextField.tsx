import { FieldFrame, PasswordInput, TextInput, type TextInputProps } from '@coffer/ui'
import type { ReactNode } from 'react'
import type { FormField } from './useForm.ts'

interface TextFieldProps extends FormField, Omit<TextInputProps, keyof FormField | 'required'> {
  label: string
  help?: ReactNode
  /** Hides what is typed. */
  isSecret?: boolean
}

/** A required line of text with its label, help and error. */
export function TextField({ label, help, error, isSecret = false, ...input }: TextFieldProps) {
  const Input = isSecret ? PasswordInput : TextInput
  return (
    <FieldFrame label={label} help={help} error={error} required={true}>
      {({ control }) => <Input {...control} {...input} />}
    </FieldFrame>
  )
}

import { FieldFrame, NumberInput, type NumberInputProps } from '@coffer/ui'
import type { ReactNode } from 'react'
import type { NumberSetting } from './settingFields.ts'

interface NumberFieldProps extends NumberSetting, Omit<NumberInputProps, keyof NumberSetting> {
  label: string
  required?: boolean
  help?: ReactNode
}

/** An input for a whole number with its label, help and error. */
export function NumberField({ label, help, error, lock, required = true, ...input }: NumberFieldProps) {
  return (
    <FieldFrame label={label} help={lock ?? help} error={error} required={required}>
      {({ control }) => <NumberInput {...control} step={1} readOnly={lock !== undefined} inputMode="numeric" {...input} />}
    </FieldFrame>
  )
}

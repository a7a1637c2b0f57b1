import { FieldFrame } from '@coffer/ui'
import type { ReactNode } from 'react'
import { useTypedNumber } from '../number/browser/useTypedNumber.ts'
import { NumberControl } from '../number/NumberControl.tsx'
import { validateNumberText } from '../number/typedNumber.ts'
import type { OptionsProps } from '../optionsContract.ts'

interface NumberSettingProps {
  props: OptionsProps
  option: string
  label: string
  /** The lowest value that the arrow keys reach. */
  min?: number
  placeholder?: string
  help?: ReactNode
  suffix?: ReactNode
  required?: boolean
  /** Validates the number. Text that is not a number is reported separately. */
  problem?: string | undefined
  /** Converts a number that must not be stored as a number. */
  convert?: (value: unknown) => unknown
}

/** An option that is a number or empty. */
export function NumberSetting({ props, option, label, min, required, problem, convert, ...rest }: NumberSettingProps) {
  const { field, disabled, errorOf, onChange } = props
  const { placeholder, help, suffix } = rest
  const limits = { min: min ?? null, max: null }
  const typed = useTypedNumber(field.options[option], limits, value => onChange({ [option]: value }), convert)
  const error = validateNumberText(typed.settled)?.message ?? problem ?? errorOf(option)
  return (
    <FieldFrame label={label} required={required} error={error} help={help}>
      {({ control }) => (
        <NumberControl
          {...control}
          typed={typed}
          min={limits.min}
          disabled={disabled}
          placeholder={placeholder}
          suffix={suffix}
        />
      )}
    </FieldFrame>
  )
}

import { FieldFrame } from '@coffer/ui'
import type { ReactNode } from 'react'
import { useTypedNumber } from '../number/browser/useTypedNumber.ts'
import { NumberControl } from '../number/NumberControl.tsx'
import { misreadNumber } from '../number/typedNumber.ts'
import type { OptionsProps } from '../optionsContract.ts'

interface NumberSettingProps {
  props: OptionsProps
  option: string
  label: string
  /** The least that the arrow keys count down to. */
  min?: number
  placeholder?: string
  help?: ReactNode
  suffix?: ReactNode
  required?: boolean
  /** What is wrong with what is typed, beside that it is no number. */
  problem?: string | undefined
  /** What stands for a number that is not to be held. */
  holdAs?: (value: unknown) => unknown
}

/** A setting that is a number, or nothing. */
export function NumberSetting({ props, option, label, min, required, problem, holdAs, ...rest }: NumberSettingProps) {
  const { field, disabled, errorOf, onChange } = props
  const { placeholder, help, suffix } = rest
  const limits = { min: min ?? null, max: null }
  const typed = useTypedNumber(field.options[option], limits, value => onChange({ [option]: value }), holdAs)
  const error = misreadNumber(typed.settled)?.message ?? problem ?? errorOf(option)
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

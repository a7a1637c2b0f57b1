import type { OptionsProps } from '../optionsContract.ts'
import { isMaxSelectTooLow, maxSelectTooLowIssue } from './maxSelectIssue.ts'
import { NumberSetting } from './NumberSetting.tsx'

interface MaxSelectSettingProps {
  props: OptionsProps
  required?: boolean
  placeholder?: string
  /** The minimum, at least 2. */
  least?: number
}

/**
 * Edits the maximum number of values of a field with several. Stored as a number, 1 would turn the field into a single-value one
 * and remove this input while 10 is being typed, so input below 2 is kept as text.
 */
export function MaxSelectSetting({ props, required = false, placeholder, least = 2 }: MaxSelectSettingProps) {
  return (
    <NumberSetting
      props={props}
      option="maxSelect"
      label="Max select"
      min={least}
      required={required}
      {...(placeholder !== undefined && { placeholder })}
      problem={isMaxSelectTooLow(props.field.options.maxSelect) ? maxSelectTooLowIssue('maxSelect').message : undefined}
      convert={typed => (typeof typed === 'number' && typed < 2 ? String(typed) : typed)}
    />
  )
}

import type { OptionsProps } from '../optionsContract.ts'
import { NumberSetting } from './NumberSetting.tsx'
import { isTooFew, tooFewIssue } from './tooFew.ts'

interface MaxSelectSettingProps {
  props: OptionsProps
  required?: boolean
  placeholder?: string
  /** The least that is allowed, at least 2. */
  least?: number
}

/**
 * Maximum number of values of a field that holds several. As a number, 1 would make the field a single one and take this input away
 * while 10 is typed, so what is below 2 is held as text.
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
      problem={isTooFew(props.field.options.maxSelect) ? tooFewIssue('maxSelect').message : undefined}
      holdAs={typed => (typeof typed === 'number' && typed < 2 ? String(typed) : typed)}
    />
  )
}

import { useState } from 'react'
import type { OptionsProps } from '../optionsContract.ts'
import { NumberSetting } from './NumberSetting.tsx'

interface MaxSelectSettingProps {
  props: OptionsProps
  required?: boolean
  placeholder?: string
  /** The least that is allowed, at least 2. */
  least?: number
}

/** How many values a field holds at most that holds several. One is no such number: it is taken for none until more is typed. */
export function MaxSelectSetting({ props, required = false, placeholder, least = 2 }: MaxSelectSettingProps) {
  const [isTooFew, setTooFew] = useState(false)
  const { maxSelect } = props.field.options
  return (
    <NumberSetting
      props={props}
      option="maxSelect"
      label="Max select"
      min={least}
      required={required}
      {...(placeholder !== undefined && { placeholder })}
      problem={isTooFew && maxSelect === 0 ? 'Must be 2 or more. Choose Single for one value.' : undefined}
      holdAs={typed => {
        const isFew = typeof typed === 'number' && typed < 2
        setTooFew(isFew)
        return isFew ? 0 : typed
      }}
    />
  )
}

import type { ReactNode } from 'react'
import { formatBytes } from '../file/formatBytes.ts'
import type { OptionsProps } from '../optionsContract.ts'
import { NumberSetting } from './NumberSetting.tsx'

interface MaxSizeSettingProps {
  props: OptionsProps
  label: string
  /** The limit in bytes. */
  defaultSize: number
  help?: ReactNode
}

/** Edits the size limit of a value in bytes. The server rejects 0, so 0 is stored as the default size. */
export function MaxSizeSetting({ props, label, defaultSize, help }: MaxSizeSettingProps) {
  const { maxSize } = props.field.options
  return (
    <NumberSetting
      props={props}
      option="maxSize"
      label={label}
      min={0}
      required={true}
      problem={typeof maxSize === 'number' && maxSize < 0 ? 'Must be 0 or more.' : undefined}
      convert={typed => (typed === 0 ? defaultSize : typed)}
      help={
        <>
          {help} 0 sets the default, {defaultSize}.
        </>
      }
      suffix={typeof maxSize === 'number' && maxSize >= 1024 && `≈ ${formatBytes(maxSize)}`}
    />
  )
}

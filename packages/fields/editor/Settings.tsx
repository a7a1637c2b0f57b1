import { formatBytes } from '../file/formatBytes.ts'
import { NumberSetting } from '../options/NumberSetting.tsx'
import type { OptionsProps } from '../optionsContract.ts'

export function Settings(props: OptionsProps) {
  const { maxSize } = props.field.options
  return (
    <NumberSetting
      props={props}
      option="maxSize"
      label="Max size (bytes)"
      min={1}
      placeholder="No max size"
      convert={typed => (typed === null || typed === 0 ? '' : typed)}
      suffix={typeof maxSize === 'number' && maxSize >= 1024 && `≈ ${formatBytes(maxSize)}`}
    />
  )
}

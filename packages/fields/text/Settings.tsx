import { NumberSetting } from '../options/NumberSetting.tsx'
import type { OptionsProps } from '../optionsContract.ts'
import type { TextOptions } from './options.ts'
import { PatternSetting } from './PatternSetting.tsx'

export function Settings(props: OptionsProps) {
  const { min } = props.field.options as TextOptions
  return (
    <>
      <NumberSetting props={props} option="min" label="Min length" min={0} placeholder="No min limit" />
      <NumberSetting props={props} option="max" label="Max length" min={min ?? 0} placeholder="No max limit" />
      <PatternSetting props={props} />
      <PatternSetting
        props={props}
        option="autogeneratePattern"
        label="Autogenerate pattern"
        placeholder="e.g. [a-z0-9]{15}"
        help="New records without a value get a text that matches this pattern."
      />
    </>
  )
}

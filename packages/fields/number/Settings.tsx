import { NumberSetting } from '../options/NumberSetting.tsx'
import type { OptionsProps } from '../optionsContract.ts'

export function Settings(props: OptionsProps) {
  return (
    <>
      <NumberSetting props={props} option="min" label="Min" placeholder="No min limit" />
      <NumberSetting props={props} option="max" label="Max" placeholder="No max limit" />
    </>
  )
}

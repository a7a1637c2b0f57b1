import { SwitchSetting } from '../options/SwitchSetting.tsx'
import type { OptionsProps } from '../optionsContract.ts'

export function Switches(props: OptionsProps) {
  return (
    <SwitchSetting
      props={props}
      option="protected"
      label="Protected"
      hint="Files are served to those who pass the View rule, and only with a short-lived token in the address."
    />
  )
}

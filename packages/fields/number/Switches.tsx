import { SwitchSetting } from '../options/SwitchSetting.tsx'
import type { OptionsProps } from '../optionsContract.ts'

export function Switches(props: OptionsProps) {
  return (
    <SwitchSetting
      props={props}
      option="noDecimal"
      label="No decimals"
      hint="Takes whole numbers only. Existing decimal numbers will not be affected."
    />
  )
}

import { SwitchSetting } from '../options/SwitchSetting.tsx'
import type { OptionsProps } from '../optionsContract.ts'

export function Switches(props: OptionsProps) {
  return (
    <SwitchSetting
      props={props}
      option="convertUrls"
      label="Strip urls domain"
      hint="Addresses within this server are stored without its name, so that the text can move to another one."
    />
  )
}

import { MaxSelectSetting } from '../options/MaxSelectSetting.tsx'
import { holdsOne } from '../options/SeveralSetting.tsx'
import type { OptionsProps } from '../optionsContract.ts'

export function Settings(props: OptionsProps) {
  return !holdsOne(props.field.options) && <MaxSelectSetting props={props} required={true} />
}

import { MaxSelectSetting } from '../options/MaxSelectSetting.tsx'
import { isSingle } from '../options/SeveralSetting.tsx'
import type { OptionsProps } from '../optionsContract.ts'

export function Settings(props: OptionsProps) {
  return !isSingle(props.field.options) && <MaxSelectSetting props={props} required={true} />
}

import { MaxSelectSetting } from '../options/MaxSelectSetting.tsx'
import { NumberSetting } from '../options/NumberSetting.tsx'
import { isSingle } from '../options/SeveralSetting.tsx'
import type { OptionsProps } from '../optionsContract.ts'
import { CascadeSetting } from './CascadeSetting.tsx'
import type { RelationOptions } from './options.ts'

export function Settings(props: OptionsProps) {
  const { minSelect } = props.field.options as RelationOptions
  return (
    <>
      {!isSingle(props.field.options) && (
        <>
          <NumberSetting
            props={props}
            option="minSelect"
            label="Min select"
            min={1}
            placeholder="No min limit"
            convert={typed => (typed === 0 ? null : typed)}
          />
          <MaxSelectSetting props={props} placeholder="No max limit" least={Math.max(2, Number(minSelect) || 0)} />
        </>
      )}
      <CascadeSetting {...props} />
    </>
  )
}

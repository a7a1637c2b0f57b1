import { FieldFrame, TextInput } from '@coffer/ui'
import { NumberSetting } from '../options/NumberSetting.tsx'
import styles from '../options/options.module.css'
import type { OptionsProps } from '../optionsContract.ts'
import type { TextOptions } from './options.ts'

export function Settings(props: OptionsProps) {
  const { field, disabled, errorOf, onChange } = props
  const { min, pattern } = field.options as TextOptions
  return (
    <>
      <NumberSetting props={props} option="min" label="Min length" min={0} placeholder="No min limit" />
      <NumberSetting props={props} option="max" label="Max length" min={min ?? 0} placeholder="No max limit" />
      <FieldFrame
        label="Regex pattern"
        className={styles.wide}
        error={errorOf('pattern')}
        help="Found anywhere in the text unless ^ and $ bind it to both ends."
      >
        {({ control }) => (
          <TextInput
            {...control}
            mono={true}
            spellCheck={false}
            autoComplete="off"
            placeholder="Valid Go regular expression, eg. ^\w+$"
            disabled={disabled}
            value={pattern}
            onValueChange={pattern => onChange({ pattern })}
          />
        )}
      </FieldFrame>
    </>
  )
}

import { NumberSetting } from '../options/NumberSetting.tsx'
import type { OptionsProps } from '../optionsContract.ts'
import { PatternSetting } from '../text/PatternSetting.tsx'
import { costLimits, defaultCost } from './hashCost.ts'
import { maxCharacters, type PasswordOptions } from './options.ts'

/** Shows an option whose 0 means the default as an empty input. */
const orEmpty = (props: OptionsProps, option: string): OptionsProps => ({
  ...props,
  field: { ...props.field, options: { ...props.field.options, [option]: props.field.options[option] || null } },
})

export function Settings(props: OptionsProps) {
  const { min } = props.field.options as PasswordOptions
  const number = (option: string) => ({ props: orEmpty(props, option), option, convert: (value: unknown) => value ?? 0 })
  return (
    <>
      <NumberSetting {...number('min')} label="Min length" min={0} placeholder="No min limit" />
      <NumberSetting {...number('max')} label="Max length" min={min || 0} placeholder={`${maxCharacters} characters`} />
      <NumberSetting
        {...number('cost')}
        label="Hash cost"
        min={costLimits.min}
        placeholder={`${defaultCost}`}
        help="Each step doubles the time of a guess, and of each save."
      />
      <PatternSetting props={props} />
    </>
  )
}

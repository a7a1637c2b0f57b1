import { Switch, Tooltip } from '@coffer/ui'
import type { OptionsProps } from '../optionsContract.ts'

interface SwitchSettingProps {
  props: OptionsProps
  option: string
  label: string
  /** A sentence that describes the option. */
  hint: string
}

/** An option that is on or off. */
export function SwitchSetting({ props: { field, disabled, onChange }, option, label, hint }: SwitchSettingProps) {
  return (
    <Tooltip content={hint}>
      <Switch
        label={label}
        disabled={disabled}
        checked={field.options[option] === true}
        onCheckedChange={checked => onChange({ [option]: checked })}
      />
    </Tooltip>
  )
}

import { FieldFrame, TextInput } from '@coffer/ui'
import type { ReactNode } from 'react'
import styles from '../options/options.module.css'
import type { OptionsProps } from '../optionsContract.ts'

interface PatternSettingProps {
  props: OptionsProps
  option?: string
  label?: string
  placeholder?: string
  help?: ReactNode
}

/** An option that is a regular expression; by default the pattern that values have to match. */
export function PatternSetting({
  props: { field, disabled, errorOf, onChange },
  option = 'pattern',
  label = 'Regex pattern',
  placeholder = 'Valid Go regular expression, eg. ^\\w+$',
  help = 'Matches anywhere in the text. Use ^ and $ to match the whole value.',
}: PatternSettingProps) {
  return (
    <FieldFrame label={label} className={styles.wide} error={errorOf(option)} help={help}>
      {({ control }) => (
        <TextInput
          {...control}
          mono={true}
          spellCheck={false}
          autoComplete="off"
          placeholder={placeholder}
          disabled={disabled}
          value={String(field.options[option] ?? '')}
          onValueChange={pattern => onChange({ [option]: pattern })}
        />
      )}
    </FieldFrame>
  )
}

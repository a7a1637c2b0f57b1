import { FieldFrame, Select } from '@coffer/ui'
import type { OptionsProps } from '../optionsContract.ts'
import styles from './options.module.css'

type Count = 'single' | 'multiple'

const counts: { value: Count; label: string }[] = [
  { value: 'single', label: 'Single' },
  { value: 'multiple', label: 'Multiple' },
]

interface SeveralSettingProps {
  props: OptionsProps
  /** The options of a single-value field. */
  single: Record<string, unknown>
  /** The options of a field with several values. */
  multiple: Record<string, unknown>
}

/** Chooses between one value and several. */
export function SeveralSetting({ props: { field, disabled, onChange }, single, multiple }: SeveralSettingProps) {
  const value: Count = isSingle(field.options) ? 'single' : 'multiple'
  return (
    <FieldFrame label="How many values" isLabelHidden={true} className={styles.several}>
      {({ control }) => (
        <Select
          {...control}
          options={counts}
          disabled={disabled}
          value={value}
          onChange={(chosen: Count) => chosen !== value && onChange(chosen === 'single' ? single : multiple)}
        />
      )}
    </FieldFrame>
  )
}

/** The maximum can be empty while it is being typed, so only an explicit 1 means a single value. */
export function isSingle({ maxSelect }: Record<string, unknown>): boolean {
  return maxSelect === 1
}

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
  /** The settings of a field that holds one value. */
  single: Record<string, unknown>
  /** The settings of one that holds several. */
  multiple: Record<string, unknown>
}

/** Whether a field holds one value or several. */
export function SeveralSetting({ props: { field, disabled, onChange }, single, multiple }: SeveralSettingProps) {
  const value: Count = holdsOne(field.options) ? 'single' : 'multiple'
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

/** While the most is being typed it may be nothing at all: only a clear 1 makes a field one of a single value. */
export const holdsOne = ({ maxSelect }: Record<string, unknown>): boolean => maxSelect === 1

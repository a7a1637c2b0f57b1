import { FieldFrame, ListInput } from '@coffer/ui'
import styles from '../options/options.module.css'
import { SeveralSetting } from '../options/SeveralSetting.tsx'
import type { OptionsProps } from '../optionsContract.ts'
import type { SelectOptions } from './options.ts'

export function Inline(props: OptionsProps) {
  const { field, stored, disabled, errorOf, onChange } = props
  const { values } = field.options as SelectOptions
  const storedValues = (stored?.options as SelectOptions | undefined)?.values ?? []
  const removed = storedValues.filter(choice => !values?.includes(choice))
  return (
    <>
      <FieldFrame
        label="Choices (comma separated)"
        isLabelHidden={true}
        className={styles.main}
        required={true}
        error={errorOf('values')}
        help={
          removed.length > 0 &&
          `Records that hold ${removed.map(choice => `“${choice}”`).join(', ')} keep it, but have to choose another before they are saved again.`
        }
      >
        {({ control }) => (
          <ListInput
            {...control}
            placeholder="Choices: eg. optionA, optionB"
            disabled={disabled}
            value={values ?? []}
            onValueChange={values => onChange({ values })}
          />
        )}
      </FieldFrame>
      {/* The maximum is the number of choices, but at least 2, because 1 would mean a single value. */}
      <SeveralSetting props={props} single={{ maxSelect: 1 }} multiple={{ maxSelect: Math.max(2, values?.length ?? 0) }} />
    </>
  )
}

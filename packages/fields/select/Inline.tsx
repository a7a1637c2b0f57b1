import { FieldFrame, ListInput } from '@coffer/ui'
import styles from '../options/options.module.css'
import { SeveralSetting } from '../options/SeveralSetting.tsx'
import type { OptionsProps } from '../optionsContract.ts'
import { lostChoices } from './lostChoices.ts'
import type { SelectOptions } from './options.ts'
import { toMultiple } from './several.ts'

export function Inline(props: OptionsProps) {
  const { field, stored, disabled, errorOf, onChange } = props
  const { values } = field.options as SelectOptions
  const lost = lostChoices(stored?.options as SelectOptions | undefined, values ?? [])
  return (
    <>
      <FieldFrame
        label="Choices (comma separated)"
        isLabelHidden={true}
        className={styles.main}
        required={true}
        error={errorOf('values')}
        help={
          lost.length > 0 &&
          `Records that hold ${lost.map(choice => `“${choice}”`).join(', ')} keep it, but have to choose another before they are saved again.`
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
      <SeveralSetting props={props} single={{ maxSelect: 1 }} multiple={toMultiple(values)} />
    </>
  )
}

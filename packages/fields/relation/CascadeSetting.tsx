import { FieldFrame, Switch } from '@coffer/ui'
import styles from '../options/options.module.css'
import { isSingle } from '../options/SeveralSetting.tsx'
import type { OptionsProps } from '../optionsContract.ts'
import { cascadeHelp } from './cascadeHelp.ts'
import type { RelationOptions } from './options.ts'

/** Chooses what happens to the records when the record they refer to is deleted. */
export function CascadeSetting({ field, disabled, errorOf, onChange, context }: OptionsProps) {
  const { cascadeDelete, collectionId } = field.options as RelationOptions
  const help = cascadeHelp({
    isOn: cascadeDelete,
    isMultiple: !isSingle(field.options),
    collection: context.collection,
    target: context.targets.find(({ id }) => id === collectionId)?.name ?? '',
  })
  return (
    <FieldFrame className={styles.wide} label="Cascade delete" error={errorOf('cascadeDelete')} help={help}>
      {({ control }) => (
        <Switch
          {...control}
          disabled={disabled}
          checked={cascadeDelete}
          onCheckedChange={checked => onChange({ cascadeDelete: checked })}
        />
      )}
    </FieldFrame>
  )
}

import { Badge, FieldFrame, TextInput } from '@coffer/ui'
import type { EditedField } from '../edited/EditedCollection.ts'
import styles from './FieldRow.module.css'

interface FieldNameProps {
  row: EditedField
  /** Label of the "required" option of this type, for example "Nonempty". */
  requiredLabel: string
  error: string | undefined
  onRename: (typed: string) => void
}

/** Input for a field's name, with badges if it is hidden or required. */
export function FieldName({ row: { field, stored, isRemoved }, requiredLabel, error, onRename }: FieldNameProps) {
  const isSettled = field.system && stored !== undefined
  return (
    <FieldFrame label="Field name" isLabelHidden={true} className={styles.name} required={true} error={error}>
      {({ control }) => (
        <TextInput
          {...control}
          data-part="name"
          mono={true}
          spellCheck={false}
          autoComplete="off"
          placeholder="Field name"
          readOnly={isSettled}
          disabled={isRemoved}
          value={field.name}
          onValueChange={onRename}
          suffix={
            <span className={styles.badges}>
              {field.hidden && <Badge>Hidden</Badge>}
              {field.required && <Badge tone="success">{requiredLabel}</Badge>}
            </span>
          }
        />
      )}
    </FieldFrame>
  )
}

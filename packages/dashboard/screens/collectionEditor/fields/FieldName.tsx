import { Badge, FieldFrame, TextInput } from '@coffer/ui'
import type { EditedField } from '../edited/EditedCollection.ts'
import styles from './FieldRow.module.css'

interface FieldNameProps {
  row: EditedField
  /** What a required field asks for. */
  demand: string
  error: string | undefined
  onRename: (typed: string) => void
}

/** What a field is called, and whether it has to have a value. */
export function FieldName({ row: { field, stored, isRemoved }, demand, error, onRename }: FieldNameProps) {
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
          suffix={<span>{field.required && <Badge tone="success">{demand}</Badge>}</span>}
        />
      )}
    </FieldFrame>
  )
}

import { fieldInputs } from '@coffer/fields/inputs'
import { ownValue } from '@coffer/fields/ownValue'
import type { RecordJson, ViewContext } from '@coffer/fields/ui'
import { CopyButton, FieldFrame, Skeleton, TextInput } from '@coffer/ui'
import { KeyRound } from 'lucide-react'
import { type RefObject, useLayoutEffect } from 'react'
import { Moment } from '../../../shell/page/Moment.tsx'
import { AccountFields } from '../account/AccountFields.tsx'
import type { RecordForm } from '../form/useRecordForm.ts'
import styles from './RecordFields.module.css'

interface RecordFieldsProps {
  form: RecordForm
  context: ViewContext
  isLoading: boolean
  /** Set to the input with the initial focus: for a new record the first one after the id, which is rarely typed. */
  firstInput: RefObject<HTMLElement | null>
}

const inputsAfterId = ':scope > :not(:first-child) :is(input:not([hidden]), textarea, [role="combobox"])'

/** The inputs of a record: id, auth fields and schema fields. */
export function RecordFields({ form, context, isLoading, firstInput }: RecordFieldsProps) {
  const { collection, record, draft, errors, element, isNew } = form

  useLayoutEffect(() => {
    // On a touch screen, focus would open the keyboard over the form.
    const isTouch = matchMedia('(pointer: coarse)').matches
    firstInput.current = isNew && !isTouch ? (element.current?.querySelector<HTMLElement>(inputsAfterId) ?? null) : null
  }, [element, isNew, firstInput])

  if (isLoading) {
    return (
      <div className={styles.fields} role="status" aria-label="Loading...">
        {collection.schema.map(field => (
          <div key={field.id} className={styles.loading}>
            <Skeleton width={96} />
            <Skeleton height={36} />
          </div>
        ))}
      </div>
    )
  }
  return (
    <div ref={element} className={styles.fields}>
      <FieldFrame label="id" icon={KeyRound} error={errors.id} help={record && <RecordDates record={record} />}>
        {({ control }) => (
          <TextInput
            {...control}
            mono={true}
            name="id"
            autoComplete="off"
            spellCheck={false}
            readOnly={record !== undefined}
            placeholder="Leave empty to auto generate..."
            minLength={15}
            value={String(draft.id)}
            onValueChange={id => form.setValue('id', id)}
            suffix={record && <CopyButton size="small" label="Copy id" text={record.id} />}
          />
        )}
      </FieldFrame>
      {collection.type === 'auth' && <AccountFields form={form} collection={collection} />}
      {collection.schema.map(field => {
        const Input = fieldInputs[field.type]
        return (
          <Input
            key={field.id}
            field={field}
            value={draft[field.name]}
            record={record}
            context={context}
            error={ownValue(errors, field.name)}
            onChange={value => form.setValue(field.name, value)}
            onRepair={value => form.repairValue(field.name, value)}
          />
        )
      })}
    </div>
  )
}

/** Shows the created and updated dates of a record in UTC, with local time in a tooltip. */
function RecordDates({ record }: { record: RecordJson }) {
  return (
    <span className={styles.dates}>
      {record.created !== undefined && <Moment label="Created" date={record.created} />}
      {record.updated !== undefined && <Moment label="Updated" date={record.updated} />}
    </span>
  )
}

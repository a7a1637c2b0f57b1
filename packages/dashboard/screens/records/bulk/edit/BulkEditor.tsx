import { ownValue } from '@coffer/fields/ownValue'
import type { ViewContext } from '@coffer/fields/ui'
import type { Collection } from '@coffer/schema'
import { Button, Panel, useConfirm } from '@coffer/ui'
import { type FormEvent, useId, useMemo, useState } from 'react'
import { SaveShortcut } from '../../../../shell/form/SaveShortcut.tsx'
import { useUnsavedGuard } from '../../../../shell/form/useUnsavedGuard.ts'
import { describeFailures } from '../describeFailures.ts'
import styles from './BulkEditor.module.css'
import { BulkField } from './BulkField.tsx'
import { changeableFields } from './bulkOperations.ts'
import { OutcomeAlert, type PartialOutcome } from './OutcomeAlert.tsx'
import { useApplyChanges } from './useApplyChanges.tsx'
import { useBulkForm } from './useBulkForm.ts'

interface BulkEditorProps {
  open: boolean
  /** Ids of the records to change. */
  ids: readonly string[]
  collection: Collection
  context: ViewContext
  /** Called with the records that are still to be changed. */
  onSelect: (ids: readonly string[]) => void
  /** Called after some of the records were changed. */
  onChanged: () => Promise<void>
  onClose: () => void
}

const question = 'You have unsaved changes. Do you really want to close the panel?'

/** Changes fields of many records at once. If records fail, it lists them and stays open for a retry. */
export function BulkEditor({ open, ids, collection, context, onSelect, onChanged, onClose }: BulkEditorProps) {
  const fields = useMemo(() => changeableFields(collection), [collection])
  const form = useBulkForm(fields)
  const [left, setLeft] = useState(ids)
  const [outcome, setOutcome] = useState<PartialOutcome>()
  const confirm = useConfirm()
  const formId = useId()
  const hasChanges = form.changes.length > 0
  const records = left.length === 1 ? '1 record' : `${left.length} records`

  const apply = useApplyChanges({
    collection,
    ids: left,
    form,
    context,
    onApplied: async ({ done, failed }) => {
      const changed = new Set(done)
      const rest = left.filter(id => !changed.has(id))
      if (rest.length === 0) {
        onClose()
      } else {
        const failures = await describeFailures(collection.id, failed, context)
        setOutcome({ changed: done.length, total: left.length, failures })
        setLeft(rest)
        onSelect(rest)
      }
      if (done.length > 0) await onChanged()
    },
  })

  useUnsavedGuard(open && hasChanges, onClose, question)
  const close = async () => {
    if (!hasChanges || (await confirm({ text: question, danger: true }))) onClose()
  }

  return (
    <Panel
      open={open}
      onCloseRequest={() => void close()}
      rememberAs="record"
      title={`Edit ${records}`}
      footer={
        <>
          <Button variant="quiet" onClick={() => void close()}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" disabled={!hasChanges}>
            Change {records}
          </Button>
        </>
      }
    >
      <SaveShortcut onSave={() => void apply()} onSaveAndClose={() => void apply()} />
      <form
        id={formId}
        className={styles.form}
        noValidate={true}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void apply()
        }}
      >
        {outcome && <OutcomeAlert outcome={outcome} context={context} />}
        <p className={styles.hint}>Choose the fields to change. All other fields keep their values.</p>
        <div ref={form.element}>
          <ul className={styles.fields}>
            {fields.map(field => (
              <BulkField
                key={field.id}
                field={field}
                change={form.changes.find(change => change.field.name === field.name)}
                error={ownValue(form.errors, field.name)}
                context={context}
                onChoose={operation => form.choose(field, operation)}
                onDrop={() => form.drop(field)}
                onValue={value => form.setValue(field, value)}
              />
            ))}
          </ul>
        </div>
      </form>
    </Panel>
  )
}

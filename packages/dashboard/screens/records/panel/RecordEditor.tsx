import { abilitiesOf } from '@coffer/fields/abilities'
import type { RecordJson } from '@coffer/fields/ui'
import { Button, Panel, useConfirm, useToasts } from '@coffer/ui'
import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { deleteRecord } from '../../../queries/records/record.ts'
import { rememberUndoable } from '../../../queries/records/undoableChanges.ts'
import { useLeaveGuard } from '../../../shell/address/useLeaveGuard.ts'
import { SaveShortcut } from '../../../shell/form/SaveShortcut.tsx'
import { CascadeNotice } from '../cascade/CascadeNotice.tsx'
import { ConflictDialog } from '../conflict/ConflictDialog.tsx'
import { useConflictQuestion } from '../conflict/useConflictQuestion.ts'
import { DraftNotice } from '../draftStorage/DraftNotice.tsx'
import { LostFilesNotice } from '../draftStorage/LostFilesNotice.tsx'
import type { StoredDraft } from '../draftStorage/loadDrafts.ts'
import { useRecordForm } from '../form/useRecordForm.ts'
import { SaveNotice } from '../save/SaveNotice.tsx'
import { SaveProgress } from '../save/SaveProgress.tsx'
import { useQueuedSave } from '../save/useQueuedSave.ts'
import { useSaveRecord } from '../save/useSaveRecord.ts'
import { undoKeys } from '../undo/undoKeys.ts'
import { undoToast } from '../undo/useUndo.ts'
import styles from './RecordEditor.module.css'
import { RecordFields } from './RecordFields.tsx'
import { RecordMenu } from './RecordMenu.tsx'
import type { RecordPanelProps } from './RecordPanelProps.ts'
import { type RecordTab, RecordTabs } from './RecordTabs.tsx'

/** Panel width in pixels that fits the toolbar of the rich text editor in one row. */
const richTextPanelWidth = 850

interface RecordEditorProps extends Omit<RecordPanelProps, 'recordId'> {
  isOpen: boolean
  recordId: string
  /** The stored record; undefined while loading and for a new record. */
  record: RecordJson | undefined
  /** Whether the record was deleted but still has drafts. */
  isGone: boolean
  /** Called after a save that keeps the panel open. */
  onSaved: (saved: RecordJson) => void
}

/** The panel that creates or edits a record. */
export function RecordEditor(props: RecordEditorProps) {
  const { collection, isOpen, nesting, context, onClose, onSaved, onReplace, onDuplicate, onChanged } = props
  const [tab, setTab] = useState<RecordTab>('account')
  const question = useConflictQuestion()
  const form = useRecordForm({ ...props, onErrors: () => setTab('account'), ask: question.ask })
  const { isSaving, isUnsent, upload, save } = useSaveRecord(form, isOpen, question.ask)
  const confirm = useConfirm()
  const toasts = useToasts()
  const formId = useId()
  const firstInput = useRef<HTMLElement>(null)
  const saveButton = useRef<HTMLButtonElement>(null)
  const cancelButton = useRef<HTMLButtonElement>(null)
  const { isNew, record, hasChanges } = form
  const isLoading = !isNew && record === undefined
  const isBusy = isSaving && !question.isOpen
  const canSave = !isLoading && (isNew || form.names.length > 0)

  // Disabling the focused save button would lose the focus.
  useLayoutEffect(() => {
    if (!canSave && document.activeElement === saveButton.current) cancelButton.current?.focus()
  }, [canSave])

  const confirmClose = async () => {
    const isSure = await confirm({ text: 'You have unsaved changes. Do you really want to close the panel?', danger: true })
    if (isSure) form.deleteDraft()
    return isSure
  }
  useLeaveGuard(isOpen && hasChanges, confirmClose)
  // Closing a nested panel does not change the address, so the guard above would not ask.
  const close = async () => {
    if (nesting === 0 || !hasChanges || (await confirmClose())) onClose()
  }

  const submit = async (keepsOpen: boolean) => {
    if (!canSave) return
    if (isSaving) return queuedSave.request(keepsOpen)
    const saved = await save()
    if (saved === undefined) return queuedSave.cancel()
    const { record, sent } = saved
    form.finish()
    // Keeps the form open if something was typed during the save, since it is not saved yet.
    if (keepsOpen || form.hasTypedSince(sent)) {
      onSaved(record)
      form.reset(record, sent)
      if (isNew) onReplace(record.id)
      queuedSave.release()
    } else {
      onClose({ isSafe: true })
    }
    await onChanged({ kind: 'saved', record })
  }
  const queuedSave = useQueuedSave(isSaving, canSave, keepsOpen => void submit(keepsOpen))

  const discard = (draft: StoredDraft) => {
    form.discardDraft(draft)
    if (form.isGone && form.offered.length === 1) onClose({ isSafe: true })
  }

  // Automatic repairs count as well, because a save would write them.
  const confirmDiscard = () =>
    !isNew && form.names.length > 0
      ? confirm({ text: 'You have unsaved changes. Do you really want to discard them?', yes: 'Discard', danger: true })
      : Promise.resolve(true)

  const duplicate = async (original: RecordJson) => {
    if (!(await confirmDiscard())) return
    if (hasChanges) form.deleteDraft()
    onDuplicate(original)
  }

  const remove = (deleted: RecordJson) =>
    confirm({
      text: 'Do you really want to delete the selected record?',
      details: <CascadeNotice collection={collection} ids={[deleted.id]} />,
      yes: 'Delete record',
      danger: true,
      action: async () => {
        const { keys, keyOf } = undoKeys([deleted.id])
        await deleteRecord(collection.id, deleted.id, keyOf(deleted.id))
        form.deleteAllDrafts()
        const { id: collectionId, name: collectionName } = collection
        rememberUndoable({ kind: 'deleted', collectionId, collectionName, keys, count: 1, moment: Date.now() })
        toasts.success('Successfully deleted record.', undoToast)
        onClose({ isSafe: true })
        await onChanged({ kind: 'deleted', id: deleted.id })
      },
    })

  const fields = <RecordFields form={form} context={context} isLoading={isLoading} firstInput={firstInput} />

  return (
    <Panel
      open={isOpen}
      onCloseRequest={() => void close()}
      rememberAs="record"
      width={collection.schema.some(field => abilitiesOf(field).holdsHtml) ? richTextPanelWidth : undefined}
      initialFocus={firstInput}
      title={`${isNew ? 'New' : 'Edit'} ${collection.name} record`}
      actions={
        <>
          {props.neighbors}
          {record && (
            <RecordMenu
              collection={collection}
              record={record}
              onDuplicate={() => void duplicate(record)}
              onDelete={() => void remove(record)}
            />
          )}
        </>
      }
      footerStart={upload && <SaveProgress upload={upload} focusNext={saveButton} />}
      footer={
        <>
          <Button ref={cancelButton} variant="quiet" onClick={() => void close()}>
            Cancel
          </Button>
          <Button ref={saveButton} type="submit" form={formId} variant="primary" loading={isBusy} disabled={!canSave}>
            {isNew ? 'Create' : 'Save changes'}
          </Button>
        </>
      }
    >
      <SaveShortcut onSave={() => void submit(true)} onSaveAndClose={() => void submit(false)} />
      <form
        id={formId}
        className={styles.form}
        noValidate={true}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void submit(false)
        }}
      >
        <SaveNotice form={form} isSaving={isSaving} isUnsent={isUnsent} onRetry={() => void submit(false)} />
        {form.offered.length > 0 && !hasChanges && (
          <DraftNotice
            collection={collection}
            drafts={form.offered}
            isAsking={question.isOpen}
            onRestore={form.restoreDraft}
            onDiscard={discard}
          />
        )}
        {form.lostFiles.length > 0 && <LostFilesNotice names={form.lostFiles} onDismiss={form.dismissLostFiles} />}
        {collection.type === 'auth' ? (
          <RecordTabs form={form} tab={tab} onTabChange={setTab}>
            {fields}
          </RecordTabs>
        ) : (
          fields
        )}
      </form>
      {question.asked && (
        <ConflictDialog
          key={question.asked.key}
          open={question.isOpen}
          collection={collection}
          conflicts={question.asked.conflicts}
          context={context}
          onAnswer={question.answer}
        />
      )}
    </Panel>
  )
}

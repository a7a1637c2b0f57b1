import { abilitiesOf } from '@coffer/fields/abilities'
import type { RecordJson } from '@coffer/fields/ui'
import { Button, Panel, useConfirm, useToasts } from '@coffer/ui'
import { useBlocker } from '@tanstack/react-router'
import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { deleteRecord } from '../../../queries/records/record.ts'
import { rememberUndoable } from '../../../queries/records/undoableChanges.ts'
import { SaveShortcut } from '../../../shell/form/SaveShortcut.tsx'
import { CascadeNotice } from '../cascade/CascadeNotice.tsx'
import { ConflictDialog } from '../conflict/ConflictDialog.tsx'
import { useConflictQuestion } from '../conflict/useConflictQuestion.ts'
import { useRecordForm } from '../form/useRecordForm.ts'
import { DraftNotice } from '../keptDraft/DraftNotice.tsx'
import type { KeptDraft } from '../keptDraft/keptDrafts.ts'
import { LostFilesNotice } from '../keptDraft/LostFilesNotice.tsx'
import { SaveNotice } from '../save/SaveNotice.tsx'
import { SaveProgress } from '../save/SaveProgress.tsx'
import { useFollowingSave } from '../save/useFollowingSave.ts'
import { useSaveRecord } from '../save/useSaveRecord.ts'
import { undoKeys } from '../undo/undoKeys.ts'
import { undoToast } from '../undo/useUndo.ts'
import styles from './RecordEditor.module.css'
import { RecordFields } from './RecordFields.tsx'
import { RecordMenu } from './RecordMenu.tsx'
import type { RecordPanelProps } from './RecordPanelProps.ts'
import { type RecordTab, RecordTabs } from './RecordTabs.tsx'

/** Pixels, so that the tools of a rich text stand in one row. */
const wide = 850

interface RecordEditorProps extends Omit<RecordPanelProps, 'recordId'> {
  isOpen: boolean
  recordId: string
  /** Absent while one is made, or still loading. */
  record: RecordJson | undefined
  /** It is no more; there are drafts of it. */
  isGone: boolean
  /** The record was written and stays open. */
  onSaved: (saved: RecordJson) => void
}

/** The form of a record, in its panel. */
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

  // A button that has nothing left to save would lose the focus to nowhere.
  useLayoutEffect(() => {
    if (!canSave && document.activeElement === saveButton.current) cancelButton.current?.focus()
  }, [canSave])

  const leaves = async () => {
    const isSure = await confirm({ text: 'You have unsaved changes. Do you really want to close the panel?', danger: true })
    if (isSure) form.dropDraft()
    return isSure
  }
  useBlocker({
    disabled: !isOpen || !hasChanges,
    enableBeforeUnload: true,
    shouldBlockFn: async () => !(await leaves()),
  })
  // The address does not change when a nested panel closes, so that nothing else would ask.
  const close = async () => {
    if (nesting === 0 || !hasChanges || (await leaves())) onClose()
  }

  const submit = async (keepsOpen: boolean) => {
    if (!canSave) return
    if (isSaving) return following.ask(keepsOpen)
    const saved = await save()
    if (saved === undefined) return following.drop()
    const { record, sent } = saved
    form.finish()
    // What was typed while the record was on its way is not saved yet.
    if (keepsOpen || form.hasTypedSince(sent)) {
      onSaved(record)
      form.reset(record, sent)
      if (isNew) onReplace(record.id)
      following.start()
    } else {
      onClose({ isSafe: true })
    }
    await onChanged({ kind: 'saved', record })
  }
  const following = useFollowingSave(isSaving, canSave, keepsOpen => void submit(keepsOpen))

  const discard = (draft: KeptDraft) => {
    form.discardKept(draft)
    if (form.isGone && form.kept.length === 1) onClose({ isSafe: true })
  }

  // A relation without its dangling ids counts as well, because a save would write it.
  const discards = () =>
    !isNew && form.names.length > 0
      ? confirm({ text: 'You have unsaved changes. Do you really want to discard them?', yes: 'Discard', danger: true })
      : Promise.resolve(true)

  const duplicate = async (original: RecordJson) => {
    if (!(await discards())) return
    if (hasChanges) form.dropDraft()
    onDuplicate(original)
  }

  const remove = (doomed: RecordJson) =>
    confirm({
      text: 'Do you really want to delete the selected record?',
      details: <CascadeNotice collection={collection} ids={[doomed.id]} />,
      yes: 'Delete record',
      danger: true,
      action: async () => {
        const { keys, keyOf } = undoKeys([doomed.id])
        await deleteRecord(collection.id, doomed.id, keyOf(doomed.id))
        form.dropAllDrafts()
        const { id: collectionId, name: collectionName } = collection
        rememberUndoable({ kind: 'deleted', collectionId, collectionName, keys, count: 1, moment: Date.now() })
        toasts.success('Successfully deleted record.', undoToast)
        onClose({ isSafe: true })
        await onChanged({ kind: 'deleted', id: doomed.id })
      },
    })

  const fields = <RecordFields form={form} context={context} isLoading={isLoading} firstInput={firstInput} />

  return (
    <Panel
      open={isOpen}
      onCloseRequest={() => void close()}
      rememberAs="record"
      width={collection.schema.some(field => abilitiesOf(field).holdsHtml) ? wide : undefined}
      initialFocus={firstInput}
      title={`${isNew ? 'New' : 'Edit'} ${collection.name} record`}
      actions={
        <>
          {props.neighbours}
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
        {form.kept.length > 0 && !hasChanges && (
          <DraftNotice
            collection={collection}
            drafts={form.kept}
            isAsking={question.isOpen}
            onRestore={form.restoreKept}
            onDiscard={discard}
          />
        )}
        {form.lostFiles.length > 0 && <LostFilesNotice names={form.lostFiles} onDismiss={form.forgetLostFiles} />}
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

import type { Collection } from '@coffer/schema'
import { Alert, Button, Panel, TabPanel, Tabs, useConfirm } from '@coffer/ui'
import { type FormEvent, useId, useRef } from 'react'
import { SaveShortcut } from '../../shell/form/SaveShortcut.tsx'
import styles from './CollectionEditor.module.css'
import { CollectionMenu } from './CollectionMenu.tsx'
import { duplicateCollection } from './edited/duplicateCollection.ts'
import { startEdit } from './edited/EditedCollection.ts'
import { tabIssue, tabsOf } from './edited/tabs.ts'
import { FieldsTab } from './fields/FieldsTab.tsx'
import { NameField } from './NameField.tsx'
import { OptionsTab } from './options/OptionsTab.tsx'
import { QueryTab } from './query/QueryTab.tsx'
import { RulesTab } from './rules/RulesTab.tsx'
import type { CollectionForm } from './useCollectionForm.ts'
import { useSaveCollection } from './useSaveCollection.ts'

interface CollectionEditorProps {
  open: boolean
  form: CollectionForm
  /** Called when the user closes the editor. The caller asks about unsaved changes. */
  onCloseRequest: () => void
  /** Called after a save. */
  onSaved: (collection: Collection, staysOpen: boolean) => void
  onDeleted: (collection: Collection) => Promise<void> | void
}

/** Panel that edits a collection: name and type, fields or query, API rules, and auth options. */
export function CollectionEditor({ open, form, onCloseRequest, onSaved, onDeleted }: CollectionEditorProps) {
  const { edited, collections, hasChanges, errors } = form
  const { stored } = edited
  const { isSaving, save } = useSaveCollection(form)
  const confirm = useConfirm()
  const formId = useId()
  const nameInput = useRef<HTMLInputElement>(null)
  const canSave = hasChanges && !isSaving

  const submit = async (staysOpen: boolean) => {
    if (!canSave) return
    const saved = await save()
    if (saved === undefined) return
    form.restart(startEdit(saved))
    onSaved(saved, staysOpen)
  }

  const duplicate = async (original: Collection) => {
    const question = { text: 'You have unsaved changes. Do you really want to discard them?', yes: 'Discard', danger: true }
    if (hasChanges && !(await confirm(question))) return
    form.restart(
      duplicateCollection(
        original,
        collections.map(({ name }) => name),
      ),
    )
    nameInput.current?.focus()
  }

  return (
    <Panel
      open={open}
      onCloseRequest={onCloseRequest}
      rememberAs="collection"
      width={800}
      initialFocus={stored === undefined ? nameInput : undefined}
      title={stored === undefined ? 'New collection' : 'Edit collection'}
      actions={
        stored &&
        !stored.system && (
          <CollectionMenu collection={stored} onDuplicate={() => void duplicate(stored)} onDeleted={() => onDeleted(stored)} />
        )
      }
      footer={
        <>
          <Button variant="quiet" disabled={isSaving} onClick={onCloseRequest}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" loading={isSaving} disabled={!hasChanges}>
            {stored === undefined ? 'Create' : 'Save changes'}
          </Button>
        </>
      }
    >
      <SaveShortcut onSave={() => void submit(true)} onSaveAndClose={() => void submit(false)} />
      <form
        id={formId}
        noValidate={true}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void submit(false)
        }}
      >
        <div ref={form.element} className={styles.form}>
          {form.hasTakenOver && (
            <Alert tone="warning" role="status">
              This collection was changed elsewhere since you opened it. Those changes have been merged into the form.
            </Alert>
          )}
          <NameField form={form} input={nameInput} />
          <Tabs
            label="Parts of the collection"
            tabs={tabsOf(edited.type).map(tab => ({ ...tab, marker: tabIssue(tab.id, errors) }))}
            value={form.tab}
            onChange={form.setTab}
          >
            <TabPanel id="schema" keepMounted={true}>
              <WholeIssue text={errors.schema} />
              {edited.type === 'view' ? <QueryTab form={form} /> : <FieldsTab form={form} />}
            </TabPanel>
            <TabPanel id="rules">
              <RulesTab form={form} />
            </TabPanel>
            {edited.type === 'auth' && (
              <TabPanel id="options">
                <WholeIssue text={errors.options} />
                <OptionsTab form={form} />
              </TabPanel>
            )}
          </Tabs>
        </div>
      </form>
    </Panel>
  )
}

/** Shows an error that concerns a whole tab. */
function WholeIssue({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <Alert className={styles.issue} tone="danger" role="alert">
      {text}
    </Alert>
  )
}

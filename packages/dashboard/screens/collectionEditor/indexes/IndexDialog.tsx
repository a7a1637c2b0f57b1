import { Button, CodeEditor, Dialog, FieldFrame, Switch, Tooltip, useConfirm } from '@coffer/ui'
import { type FormEvent, useId, useState } from 'react'
import { sqlLanguage } from '../../../shell/loading/codeLanguages.ts'
import type { EditedCollection } from '../edited/EditedCollection.ts'
import { draftIssue, readDraft, setUnique } from '../edited/indexDraft.ts'
import { indexableColumns } from '../edited/indexes.ts'
import { ColumnToggles } from './ColumnToggles.tsx'
import { completeColumns } from './completeColumns.ts'
import styles from './IndexDialog.module.css'

interface IndexDialogProps {
  open: boolean
  edited: EditedCollection
  /** Initial statement. */
  statement: string
  /** Server error about the initial statement. */
  error: string | undefined
  onClose: () => void
  onSet: (statement: string) => void
  /** Undefined for a new index. */
  onDelete: (() => void) | undefined
  takeFocus: () => boolean
}

const question = { text: 'You have unsaved changes. Do you really want to discard them?', yes: 'Discard', danger: true }

/** Dialog that edits an index by its columns or as SQL. It is stored when the collection is saved. */
export function IndexDialog({ open, edited, statement, error, onClose, onSet, onDelete, takeFocus }: IndexDialogProps) {
  const [text, setText] = useState(statement)
  const confirm = useConfirm()
  const formId = useId()
  const columns = indexableColumns(edited)
  const issue = draftIssue(text)
  const definition = readDraft(text)

  const close = async () => {
    if (text === statement || (await confirm(question))) onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (issue === undefined) onSet(text.trim())
  }
  return (
    <Dialog
      open={open}
      onClose={() => void close()}
      title={onDelete === undefined ? 'Create index' : 'Update index'}
      takeFocus={takeFocus}
      footerStart={
        onDelete && (
          <Button variant="quiet" onClick={onDelete}>
            Delete
          </Button>
        )
      }
      footer={
        <>
          <Button variant="quiet" onClick={() => void close()}>
            Cancel
          </Button>
          <Tooltip content={issue ?? ''}>
            <Button type="submit" form={formId} variant="primary" aria-disabled={issue !== undefined}>
              Set index
            </Button>
          </Tooltip>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit}>
        <Switch
          label="Unique"
          disabled={definition === undefined}
          checked={definition?.isUnique ?? false}
          onCheckedChange={isUnique => setText(setUnique(text, isUnique))}
        />
        <FieldFrame
          label="Statement"
          error={text === statement && error ? error : definition === undefined ? issue : undefined}
          help={definition && issue ? issue : 'The table name always matches the collection.'}
        >
          {({ control, labelId }) => (
            <CodeEditor
              {...control}
              aria-labelledby={labelId}
              language={sqlLanguage}
              complete={({ text, position }) => completeColumns(text, position, columns)}
              placeholder={`e.g. CREATE INDEX idx_test on ${edited.name === '' ? 'collection' : edited.name} (created)`}
              minHeight={96}
              value={text}
              onValueChange={setText}
            />
          )}
        </FieldFrame>
        <ColumnToggles columns={columns} statement={text} disabled={definition === undefined} onChange={setText} />
      </form>
    </Dialog>
  )
}

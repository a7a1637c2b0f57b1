import type { Collection, Settings } from '@coffer/schema'
import { Alert, Button, CodeEditor, FieldFrame } from '@coffer/ui'
import { FileUp } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useUnsavedGuard } from '../../../shell/form/useUnsavedGuard.ts'
import { jsonLanguage } from '../../../shell/loading/codeLanguages.ts'
import { useLoaded } from '../../../shell/loading/useLoaded.ts'
import { Card } from '../frame/Card.tsx'
import { ChangeSummary } from './ChangeSummary.tsx'
import styles from './ImportForm.module.css'
import { ImportOptions } from './ImportOptions.tsx'
import type { ReviewDialogProps } from './ReviewDialog.tsx'
import { TranslationNotes } from './TranslationNotes.tsx'
import { useImport } from './useImport.ts'
import { useJsonFile } from './useJsonFile.tsx'

interface ImportFormProps {
  stored: readonly Collection[]
  settings: Settings
  isLoading: boolean
}

export function ImportForm({ stored, settings, isLoading }: ImportFormProps) {
  const draft = useImport(stored, settings)
  const [isReviewing, setReviewing] = useState(false)
  const { text, setText, error, collections, changes } = draft
  const file = useJsonFile(setText)
  useUnsavedGuard(text.trim() !== '', () => {})

  const at = error?.position
  const problems = useMemo(
    () => (at === undefined || !error ? [] : [{ from: at, to: at + 1, message: error.message }]),
    [at, error],
  )
  const isWaiting = isLoading || draft.isPending || file.isReading
  const canReview = collections !== undefined && changes.length > 0 && !isWaiting
  return (
    <Card {...file.dropProps} data-dropping={file.isOver ? '' : undefined} className={styles.card}>
      <p className={styles.intro}>
        Paste or drop an export of collections here, or
        <Button size="small" icon={FileUp} onClick={file.choose}>
          Load from JSON file
        </Button>
        {file.input}
      </p>
      <FieldFrame label="Collections" required error={error && `Invalid collections configuration. ${error.message}`}>
        {({ control, labelId }) => (
          <CodeEditor
            {...control}
            aria-labelledby={labelId}
            language={jsonLanguage}
            value={text}
            onValueChange={setText}
            problems={problems}
            minHeight={280}
            maxHeight={420}
          />
        )}
      </FieldFrame>
      {draft.notes.length > 0 && <TranslationNotes notes={draft.notes} />}
      {collections && <ImportOptions draft={draft} />}
      {draft.hasOtherIds && (
        <Alert
          tone="warning"
          action={
            <Button size="small" onClick={draft.replaceIds}>
              Replace with original ids
            </Button>
          }
        >
          Some of the imported collections share the same name and/or fields but are imported with different IDs.
        </Alert>
      )}
      {collections && changes.length === 0 && !draft.isPending && (
        <Alert tone="info" role="status">
          Your collections configuration is already up-to-date!
        </Alert>
      )}
      {changes.length > 0 && <ChangeSummary changes={changes} isStale={draft.isPending} />}
      <div className={styles.buttons}>
        {text !== '' && <Button onClick={() => setText('')}>Clear</Button>}
        <Button className={styles.review} variant="primary" disabled={!canReview} onClick={() => setReviewing(true)}>
          Review
        </Button>
      </div>
      <LazyReviewDialog
        open={isReviewing}
        stored={stored}
        draft={draft}
        onClose={() => setReviewing(false)}
        onImported={() => {
          setReviewing(false)
          setText('')
        }}
      />
    </Card>
  )
}

const loadReviewDialog = async () => (await import('./ReviewDialog.tsx')).ReviewDialog

/** Loads the review dialog and its diff library when it first opens. */
function LazyReviewDialog(props: ReviewDialogProps) {
  const ReviewDialog = useLoaded(loadReviewDialog, props.open, props.onClose)
  return ReviewDialog && <ReviewDialog {...props} />
}

import { Alert, Button } from '@coffer/ui'
import { type ReactNode, useEffect, useRef } from 'react'
import type { RecordForm } from '../form/useRecordForm.ts'

interface SaveNoticeProps {
  form: RecordForm
  isSaving: boolean
  /** The last try to save did not reach the server. */
  isUnsent: boolean
  onRetry: () => void
}

/** What the reader has to know of a record that was deleted meanwhile, or that was not saved, as far as that is known. */
export function SaveNotice({ form, isSaving, isUnsent, onRetry }: SaveNoticeProps) {
  const isOutcomeUnknown = form.attempt !== undefined && !isSaving
  const place = useRef<HTMLDivElement>(null)
  const isShown = isOutcomeUnknown || isUnsent || form.isGone

  useEffect(() => {
    if (isShown) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isShown])

  if (!isShown) return null
  return (
    <div ref={place}>
      {isOutcomeUnknown ? (
        <UnsavedAlert title="The connection was lost before the server had answered." onRetry={onRetry}>
          The record may be saved or not. What you typed is kept, and trying again does not save it twice.
        </UnsavedAlert>
      ) : isUnsent ? (
        <UnsavedAlert title="The record was not saved, because the server cannot be reached." onRetry={onRetry}>
          What you typed is kept.
        </UnsavedAlert>
      ) : form.kept.length > 0 ? (
        <Alert tone="warning" role="alert" title="This record was deleted.">
          What you typed into it can be restored, to create the record anew under the same id. All else that it held is gone.
        </Alert>
      ) : (
        <Alert tone="warning" role="alert" title="This record was deleted after you opened it.">
          What you typed is kept, without the files that were stored. You can create the record anew under the same id.
        </Alert>
      )}
    </div>
  )
}

function UnsavedAlert({ title, onRetry, children }: { title: string; onRetry: () => void; children: ReactNode }) {
  const retry = (
    <Button size="small" onClick={onRetry}>
      Try again
    </Button>
  )
  return (
    <Alert tone="warning" role="alert" title={title} action={retry}>
      {children}
    </Alert>
  )
}

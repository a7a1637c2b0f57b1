import { Alert, Button } from '@coffer/ui'
import { type ReactNode, useEffect, useRef } from 'react'
import type { RecordForm } from '../form/useRecordForm.ts'

interface SaveNoticeProps {
  form: RecordForm
  isSaving: boolean
  /** Whether the last save did not reach the server. */
  isUnsent: boolean
  onRetry: () => void
}

/** Warns that a save has failed or its outcome is unknown, or that the record was deleted. */
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
        <UnsavedAlert title="The connection was lost before the server responded." onRetry={onRetry}>
          We can't tell whether the record was saved. What you typed is kept, and trying again won't save it twice.
        </UnsavedAlert>
      ) : isUnsent ? (
        <UnsavedAlert title="The record was not saved, because the server cannot be reached." onRetry={onRetry}>
          What you typed is kept.
        </UnsavedAlert>
      ) : form.offered.length > 0 ? (
        <Alert tone="warning" role="alert" title="This record was deleted.">
          You can restore what you typed to recreate the record with the same id. Its other values are lost.
        </Alert>
      ) : (
        <Alert tone="warning" role="alert" title="This record was deleted after you opened it.">
          What you typed is kept, but the stored files are gone. You can recreate the record with the same id.
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

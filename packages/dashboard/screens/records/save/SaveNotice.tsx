import { Alert, Button } from '@coffer/ui'
import { useEffect, useRef } from 'react'
import type { RecordForm } from '../form/useRecordForm.ts'

interface SaveNoticeProps {
  form: RecordForm
  isSaving: boolean
  onRetry: () => void
}

/** What the reader has to know of a record that was deleted meanwhile, or of which it is not known whether it is stored. */
export function SaveNotice({ form, isSaving, onRetry }: SaveNoticeProps) {
  const isUnanswered = form.attempt !== undefined && !isSaving
  const place = useRef<HTMLDivElement>(null)
  const isShown = isUnanswered || form.isGone

  useEffect(() => {
    if (isShown) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isShown])

  if (!isShown) return null
  return (
    <div ref={place}>
      {isUnanswered ? (
        <Alert
          tone="warning"
          role="alert"
          title="The connection was lost before the server had answered."
          action={
            <Button size="small" onClick={onRetry}>
              Try again
            </Button>
          }
        >
          The record may be saved or not. What you typed is kept, and trying again does not save it twice.
        </Alert>
      ) : (
        <Alert tone="warning" role="alert" title="This record was deleted after you opened it.">
          What you typed is kept, without the files that were stored. You can create the record anew under the same id.
        </Alert>
      )}
    </div>
  )
}

import { formatBytes } from '@coffer/fields'
import { Button } from '@coffer/ui'
import { type RefObject, useCallback } from 'react'
import styles from './SaveProgress.module.css'
import type { Upload } from './upload.ts'

interface SaveProgressProps {
  upload: Upload
  /** Gets the focus when the cancel button disappears. */
  focusNext: RefObject<HTMLElement | null>
}

/** Shows the upload progress of a save, with a button to cancel it. */
export function SaveProgress({ upload, focusNext }: SaveProgressProps) {
  const { sent, total } = upload.progress.useValue()
  // A request that is sent completely can no longer be canceled.
  const isSent = total > 0 && sent >= total
  // Returns a ref cleanup, which runs before the button is removed and moves the focus.
  const moveFocus = useCallback(
    (button: HTMLButtonElement) => () => {
      if (document.activeElement === button) focusNext.current?.focus()
    },
    [focusNext],
  )
  return (
    <div className={styles.progress}>
      <progress className={styles.bar} aria-label="Upload" value={sent} max={Math.max(total, 1)} />
      <span className={styles.text}>{isSent ? 'Saving...' : `${formatBytes(sent)} of ${formatBytes(total)}`}</span>
      {!isSent && (
        <Button size="small" ref={moveFocus} onClick={upload.cancel}>
          Cancel upload
        </Button>
      )}
    </div>
  )
}

import { formatBytes } from '@coffer/fields'
import { Button } from '@coffer/ui'
import { type RefObject, useCallback, useSyncExternalStore } from 'react'
import styles from './SaveProgress.module.css'
import type { Upload } from './upload.ts'

interface SaveProgressProps {
  upload: Upload
  /** Gets the focus of the button that gives the upload up, which goes before the upload does, or with it. */
  focusNext: RefObject<HTMLElement | null>
}

/** How much of a record's files has been sent while it is saved, and the way to give that up. */
export function SaveProgress({ upload, focusNext }: SaveProgressProps) {
  const { sent, total } = useSyncExternalStore(upload.watch, upload.progress)
  // What the server has got can no longer be taken back.
  const isSent = total > 0 && sent >= total
  // Its focus goes on before it goes itself: when it is pressed, and when all is sent.
  const handFocusOn = useCallback(
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
        <Button size="small" ref={handFocusOn} onClick={upload.cancel}>
          Cancel upload
        </Button>
      )}
    </div>
  )
}

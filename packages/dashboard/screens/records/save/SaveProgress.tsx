import { formatBytes } from '@coffer/fields'
import { Button } from '@coffer/ui'
import { useSyncExternalStore } from 'react'
import styles from './SaveProgress.module.css'
import type { Upload } from './upload.ts'

/** How much of a record's files has been sent while it is saved, and the way to give that up. */
export function SaveProgress({ upload }: { upload: Upload }) {
  const { sent, total } = useSyncExternalStore(upload.watch, upload.progress)
  // What the server has got can no longer be taken back.
  const isSent = total > 0 && sent >= total
  return (
    <div className={styles.progress}>
      <progress className={styles.bar} aria-label="Upload" value={sent} max={Math.max(total, 1)} />
      <span className={styles.text}>{isSent ? 'Saving...' : `${formatBytes(sent)} of ${formatBytes(total)}`}</span>
      {!isSent && (
        <Button size="small" onClick={upload.cancel}>
          Cancel upload
        </Button>
      )}
    </div>
  )
}

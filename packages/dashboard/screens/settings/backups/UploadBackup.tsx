import { formatBytes } from '@coffer/fields'
import { Button, Spinner, VisuallyHidden } from '@coffer/ui'
import { Upload } from 'lucide-react'
import { useRef } from 'react'
import styles from './UploadBackup.module.css'
import { useUploadBackup } from './useUploadBackup.ts'

/** Uploads a backup archive, one at a time. */
export function UploadBackup({ onUploaded }: { onUploaded: () => Promise<void> }) {
  const { progress, upload, cancel } = useUploadBackup(onUploaded)
  const picker = useRef<HTMLInputElement>(null)
  return (
    <div className={styles.upload}>
      {progress && (
        <span className={styles.progress} role="status">
          <Spinner />
          {`${formatBytes(progress.sent)} of ${formatBytes(progress.total)}`}
          <Button size="small" variant="quiet" onClick={cancel}>
            Cancel
          </Button>
        </span>
      )}
      {/* A natively disabled button would lose the focus. */}
      <Button
        icon={Upload}
        aria-disabled={progress !== undefined}
        onClick={() => progress === undefined && picker.current?.click()}
      >
        Upload backup
      </Button>
      <VisuallyHidden>
        <input
          ref={picker}
          type="file"
          accept="application/zip"
          aria-label="Backup file"
          tabIndex={-1}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) void upload(file)
            // Without the reset, choosing the same file again would fire no change event.
            target.value = ''
          }}
        />
      </VisuallyHidden>
    </div>
  )
}

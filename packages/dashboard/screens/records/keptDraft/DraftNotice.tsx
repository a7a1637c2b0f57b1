import { Alert, Button, IconButton } from '@coffer/ui'
import { X } from 'lucide-react'
import { useState } from 'react'
import styles from './DraftNotice.module.css'

interface DraftNoticeProps {
  /** Restoring waits for an answer. */
  isAsking: boolean
  /** Files take a moment to be read. */
  onRestore: () => Promise<void>
  onDiscard: () => void
}

/** Offers the changes that an earlier visit left unsaved. */
export function DraftNotice({ isAsking, onRestore, onDiscard }: DraftNoticeProps) {
  const [isRestoring, setRestoring] = useState(false)
  const restore = async () => {
    setRestoring(true)
    await onRestore()
    setRestoring(false)
  }
  return (
    <Alert
      role="status"
      action={
        <span className={styles.actions}>
          <Button size="small" loading={isRestoring && !isAsking} onClick={() => void restore()}>
            Restore draft
          </Button>
          <IconButton size="small" label="Discard draft" icon={X} disabled={isRestoring} onClick={onDiscard} />
        </span>
      }
    >
      The record has previous unsaved changes.
    </Alert>
  )
}

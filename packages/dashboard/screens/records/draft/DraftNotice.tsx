import { Alert, Button, IconButton } from '@coffer/ui'
import { X } from 'lucide-react'
import styles from './DraftNotice.module.css'

interface DraftNoticeProps {
  onRestore: () => void
  onDiscard: () => void
}

/** Offers the changes that an earlier visit left unsaved. */
export function DraftNotice({ onRestore, onDiscard }: DraftNoticeProps) {
  return (
    <Alert
      role="status"
      action={
        <span className={styles.actions}>
          <Button size="small" onClick={onRestore}>
            Restore draft
          </Button>
          <IconButton size="small" label="Discard draft" icon={X} onClick={onDiscard} />
        </span>
      }
    >
      The record has previous unsaved changes.
    </Alert>
  )
}

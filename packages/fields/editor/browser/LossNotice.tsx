import { Alert, Button } from '@coffer/ui'
import styles from './RichTextEditor.module.css'

const named = 3

interface LossNoticeProps {
  losses: readonly string[]
  onEditAnyway: () => void
}

/** Explains why a text is shown as source. */
export function LossNotice({ losses, onEditAnyway }: LossNoticeProps) {
  const more = losses.length - named
  return (
    <Alert
      role="note"
      className={styles.notice}
      action={
        <Button size="small" onClick={onEditAnyway}>
          Edit as rich text anyway
        </Button>
      }
    >
      Shown as source, because rich text would lose {losses.slice(0, named).join(', ')}
      {more > 0 && ` and ${more} more`}.
    </Alert>
  )
}

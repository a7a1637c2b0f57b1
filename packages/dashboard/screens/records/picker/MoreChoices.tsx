import { Button, Spinner } from '@coffer/ui'
import styles from './choices.module.css'
import type { RecordChoices } from './useRecordChoices.ts'

interface MoreChoicesProps {
  choices: Pick<RecordChoices, 'isLoadingMore' | 'hasMoreFailed' | 'loadMore'>
  /** Plural noun for the message. */
  what: 'images' | 'records'
}

/** The end of a list of choices: loading more, or a failure with a retry button. */
export function MoreChoices({ choices: { isLoadingMore, hasMoreFailed, loadMore }, what }: MoreChoicesProps) {
  if (isLoadingMore) {
    return (
      <p className={styles.more} role="status">
        <Spinner /> Loading more...
      </p>
    )
  }
  if (!hasMoreFailed) return null
  return (
    <p className={styles.more} role="alert">
      {`The next ${what} could not be loaded.`}
      <Button size="small" onClick={loadMore}>
        Retry
      </Button>
    </p>
  )
}

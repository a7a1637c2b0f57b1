import { Button, Spinner } from '@coffer/ui'
import styles from './choices.module.css'
import type { RecordChoices } from './useRecordChoices.ts'

interface MoreChoicesProps {
  choices: Pick<RecordChoices, 'isLoadingMore' | 'hasMoreFailed' | 'loadMore'>
  /** What is listed, in the plural. */
  what: 'images' | 'records'
}

/** At the end of a list of choices: the next ones are loading, or could not be loaded. */
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

import { Button, EmptyState, Skeleton } from '@coffer/ui'
import { ImageOff, SearchX } from 'lucide-react'
import { FilterRejected } from '../../../filter/FilterRejected.tsx'
import { LoadFailure } from '../../../shell/loading/LoadFailure.tsx'
import shared from '../picker/choices.module.css'
import type { RecordChoices } from '../picker/useRecordChoices.ts'
import styles from './ImagePicker.module.css'

const tiles = Array.from({ length: 10 }, (_, index) => `tile ${index}`)

interface ImageNoticeProps {
  choices: RecordChoices
  /** Undefined if no filter is applied. */
  onClearFilter: (() => void) | undefined
}

/** Shown instead of an empty grid: loading, failed or no images. */
export function ImageNotice({ choices, onClearFilter }: ImageNoticeProps) {
  // A loaded page may contain no images at all, so the picker loads on until it finds some or reaches the end.
  if (choices.isLoading || choices.isLoadingMore || (choices.hasMore && !choices.hasMoreFailed)) {
    return (
      <div className={styles.grid} role="status" aria-label="Loading...">
        {tiles.map(tile => (
          <div key={tile} className={styles.tile}>
            <Skeleton className={styles.picture} height="auto" />
            <Skeleton width="70%" />
          </div>
        ))}
      </div>
    )
  }
  if (choices.isBadFilter) return <FilterRejected className={shared.notice} onClearFilter={onClearFilter} />
  if (choices.failure) {
    return <LoadFailure className={shared.notice} noun="images" error={choices.failure} onRetry={choices.retry} />
  }
  return (
    <EmptyState
      className={shared.notice}
      icon={onClearFilter ? SearchX : ImageOff}
      title="No records with images found."
      action={onClearFilter && <Button onClick={onClearFilter}>Clear filter</Button>}
    />
  )
}

import { Button, EmptyState, Skeleton } from '@coffer/ui'
import { Inbox, SearchX } from 'lucide-react'
import { FilterRejected } from '../../../filter/FilterRejected.tsx'
import { LoadFailure } from '../../../shell/loading/LoadFailure.tsx'
import shared from './choices.module.css'
import styles from './RecordPicker.module.css'
import type { RecordChoices } from './useRecordChoices.ts'

const skeletonWidths = Array.from({ length: 8 }, (_, index) => `${30 + ((index * 37) % 45)}%`)

interface ChoiceNoticeProps {
  choices: RecordChoices
  /** Undefined if no filter is applied. */
  onClearFilter: (() => void) | undefined
}

/** Shown instead of an empty list: loading, failed or no records. */
export function ChoiceNotice({ choices, onClearFilter }: ChoiceNoticeProps) {
  if (choices.isLoading) {
    return (
      <div role="status" aria-label="Loading...">
        {skeletonWidths.map(width => (
          <div key={width} className={styles.skeleton}>
            <Skeleton width={width} />
          </div>
        ))}
      </div>
    )
  }
  if (choices.isBadFilter) return <FilterRejected className={shared.notice} onClearFilter={onClearFilter} />
  if (choices.failure) {
    return <LoadFailure className={shared.notice} noun="records" error={choices.failure} onRetry={choices.retry} />
  }
  return (
    <EmptyState
      className={shared.notice}
      icon={onClearFilter ? SearchX : Inbox}
      title="No records found."
      action={onClearFilter && <Button onClick={onClearFilter}>Clear filters</Button>}
    />
  )
}

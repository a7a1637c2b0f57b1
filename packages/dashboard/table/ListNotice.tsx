import { Button, EmptyState, type IconType, Skeleton } from '@coffer/ui'
import { Inbox, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { FilterRejected } from '../filter/FilterRejected.tsx'
import { LoadFailure } from '../shell/loading/LoadFailure.tsx'
import styles from './ListNotice.module.css'

interface ListNoticeProps {
  /** Columns of the table. */
  span: number
  /** What the table lists: "records". */
  noun: string
  isLoading: boolean
  /** Why there is nothing to list. */
  error: Error | null
  /** The server rejected the filter. */
  isBadFilter: boolean
  isRetrying: boolean
  onRetry: () => void
  /** Absent while no filter is applied. */
  onClearFilter: (() => void) | undefined
  icon?: IconType
  /** Makes the first one. */
  create?: ReactNode
}

const skeletonRows = Array.from({ length: 12 }, (_, index) => `${40 + ((index * 37) % 45)}%`)

/** Stands where the rows of a table would be: loading, failed, or none. */
export function ListNotice(props: ListNoticeProps) {
  if (props.isLoading) {
    return skeletonRows.map(width => (
      <tr key={width}>
        <td colSpan={props.span} className={styles.skeleton}>
          <div className={styles.line}>
            <Skeleton width={width} />
          </div>
        </td>
      </tr>
    ))
  }
  return (
    <tr>
      <td colSpan={props.span} className={styles.notice}>
        <div className={styles.message}>
          <Notice {...props} />
        </div>
      </td>
    </tr>
  )
}

function Notice({ noun, error, isBadFilter, isRetrying, onRetry, onClearFilter, icon = Inbox, create }: ListNoticeProps) {
  if (isBadFilter) return <FilterRejected onClearFilter={onClearFilter} />
  if (error !== null) return <LoadFailure noun={noun} isRetrying={isRetrying} onRetry={onRetry} />
  const clear = onClearFilter && <Button onClick={onClearFilter}>Clear filters</Button>
  return <EmptyState icon={clear ? SearchX : icon} title={`No ${noun} found.`} action={clear ?? create} />
}

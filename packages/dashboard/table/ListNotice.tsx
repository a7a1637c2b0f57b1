import { Button, EmptyState, type IconType, Skeleton } from '@coffer/ui'
import { Inbox, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { FilterRejected } from '../filter/FilterRejected.tsx'
import { LoadFailure } from '../shell/loading/LoadFailure.tsx'
import styles from './ListNotice.module.css'

interface ListNoticeProps {
  /** Number of columns of the table. */
  span: number
  /** Name of the rows: "records". */
  noun: string
  isLoading: boolean
  /** Error of loading the list. */
  error: Error | null
  /** Whether the server rejected the filter. */
  isBadFilter: boolean
  isRetrying: boolean
  onRetry: () => void
  /** Undefined if no filter is applied. */
  onClearFilter: (() => void) | undefined
  icon?: IconType
  /** Button that creates the first item. */
  create?: ReactNode
}

const skeletonRows = Array.from({ length: 12 }, (_, index) => `${40 + ((index * 37) % 45)}%`)

/** Replaces the rows of a table while it is loading, after an error, and if it is empty. */
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

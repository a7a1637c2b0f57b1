import { Button, EmptyState, Skeleton } from '@coffer/ui'
import { CloudOff, Inbox, Plus, SearchX } from 'lucide-react'
import { messageOf } from '../../queries/failure.ts'
import styles from './RecordTable.module.css'
import type { RecordTableProps } from './RecordTableProps.ts'

const skeletonRows = Array.from({ length: 12 }, (_, index) => `${40 + ((index * 37) % 45)}%`)

/** Stands where records would be: loading, failed, or none. */
export function RecordTableNotice(props: Pick<RecordTableProps, 'list' | 'onClearFilter' | 'onNew'> & { span: number }) {
  if (!props.list.isLoading) {
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
  return skeletonRows.map(width => (
    <tr key={width}>
      <td colSpan={props.span} className={styles.skeleton}>
        <Skeleton width={width} />
      </td>
    </tr>
  ))
}

function Notice({ list, onClearFilter, onNew }: Pick<RecordTableProps, 'list' | 'onClearFilter' | 'onNew'>) {
  if (list.error !== null && !list.isBadFilter) {
    return (
      <EmptyState
        icon={CloudOff}
        title="The records could not be loaded."
        hint={messageOf(list.error)}
        action={
          <Button loading={list.isRefreshing} onClick={() => void list.refresh()}>
            Retry
          </Button>
        }
      />
    )
  }
  const clear = onClearFilter && <Button onClick={onClearFilter}>Clear filters</Button>
  const create = onNew && (
    <Button icon={Plus} onClick={onNew}>
      New record
    </Button>
  )
  return <EmptyState icon={clear ? SearchX : Inbox} title="No records found." action={clear ?? create} />
}

import { Button, Tooltip } from '@coffer/ui'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RelatedRecords } from './browser/useRelatedRecords.ts'
import styles from './relation.module.css'

interface RelationNoticeProps {
  related: RelatedRecords
  /** Whether the target collection exists. */
  hasTarget: boolean
  hasIds: boolean
  limit: number
}

const removeAll = ' The record can be saved only once all its ids are removed.'

/** Tells that records of a relation no longer exist or cannot be loaded. */
export function RelationNotice({ related, hasTarget, hasIds, limit }: RelationNoticeProps) {
  const { missing, surplus, failure } = related
  const removal = `The following relation ids were removed from the list because they are missing or invalid: ${missing.join(', ')}`
  return (
    <>
      {!hasTarget && <Notice>{`The collection that this field refers to does not exist.${hasIds ? removeAll : ''}`}</Notice>}
      {failure && (
        <Notice>
          The records could not be loaded.
          <Button size="small" onClick={related.retry}>
            Retry
          </Button>
        </Notice>
      )}
      {missing.length > 0 && (
        <Tooltip content={removal}>
          <Notice>{removal}</Notice>
        </Tooltip>
      )}
      {surplus > 0 && (
        <Notice>
          {`Only the latest ${limit === 1 ? 'record is' : `${limit} records are`} kept. ${surplus} more ${surplus === 1 ? 'was' : 'were'} removed.`}
        </Notice>
      )}
    </>
  )
}

function Notice({ children, ...listeners }: { children: ReactNode }) {
  return (
    <div {...listeners} className={styles.notice} role="status">
      <TriangleAlert size={14} aria-hidden="true" />
      <span className={styles.noticeText}>{children}</span>
    </div>
  )
}

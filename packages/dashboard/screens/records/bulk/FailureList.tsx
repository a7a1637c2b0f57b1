import type { ViewContext } from '@coffer/fields/ui'
import { useState } from 'react'
import type { BulkFailures } from './describeFailures.ts'
import styles from './FailureList.module.css'

interface FailureListProps {
  failures: BulkFailures
  context: ViewContext
}

/** Lists the records that an operation failed on, each with the reason. A click on a record opens it. */
export function FailureList({ failures: { collectionId, shown, rest }, context }: FailureListProps) {
  const [openedId, setOpenedId] = useState<string>()
  const { NestedRecord } = context
  return (
    <>
      <ul className={styles.list}>
        {shown.map(({ id, label, reason, isGone }) => (
          <li key={id}>
            {isGone ? (
              <b className={styles.label}>{label}</b>
            ) : (
              <button type="button" className={styles.open} onClick={() => setOpenedId(id)}>
                {label}
              </button>
            )}
            <span> — {reason}</span>
          </li>
        ))}
        {rest > 0 && <li>and {rest} more</li>}
      </ul>
      <NestedRecord collectionId={collectionId} recordId={openedId} onClose={() => setOpenedId(undefined)} />
    </>
  )
}

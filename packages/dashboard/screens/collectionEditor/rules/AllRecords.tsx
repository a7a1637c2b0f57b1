import { Disclosure } from '@coffer/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { changedRecordsQuery, type ListedChange } from '../../../queries/access.ts'
import { RecordPages } from '../../access/RecordPages.tsx'
import styles from './RuleComparison.module.css'

interface AllRecordsProps {
  summary: string
  collectionId: string
  /** Key of the persona that gains or loses the records. */
  persona: string
  change: ListedChange
}

/** All records that a persona gains or loses by a changed rule, which are loaded once they are shown. */
export function AllRecords({ summary, ...listed }: AllRecordsProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure open={isOpen} onOpenChange={setOpen} summary={summary}>
      {isOpen && (
        <div className={styles.opened}>
          <Records {...listed} label={summary} />
        </div>
      )}
    </Disclosure>
  )
}

function Records({ collectionId, persona, change, label }: Omit<AllRecordsProps, 'summary'> & { label: string }) {
  const list = useInfiniteQuery(changedRecordsQuery(collectionId, persona, change))
  return <RecordPages collectionId={collectionId} list={list} label={label} opensTabs={true} />
}

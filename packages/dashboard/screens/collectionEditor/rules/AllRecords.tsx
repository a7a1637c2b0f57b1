import { useInfiniteQuery } from '@tanstack/react-query'
import { changedRecordsQuery, type ListedChange } from '../../../queries/access.ts'
import { RecordDisclosure } from '../../access/RecordDisclosure.tsx'
import { RecordPages } from '../../access/RecordPages.tsx'

interface AllRecordsProps {
  summary: string
  collectionId: string
  /** Key of the persona that gains or loses the records. */
  persona: string
  change: ListedChange
}

/** All records that a persona gains or loses by a changed rule, which are loaded once they are shown. */
export function AllRecords({ summary, ...listed }: AllRecordsProps) {
  return (
    <RecordDisclosure summary={summary}>
      <Records {...listed} label={summary} />
    </RecordDisclosure>
  )
}

function Records({ collectionId, persona, change, label }: Omit<AllRecordsProps, 'summary'> & { label: string }) {
  const list = useInfiniteQuery(changedRecordsQuery(collectionId, persona, change))
  return <RecordPages collectionId={collectionId} list={list} label={label} opensTabs={true} />
}

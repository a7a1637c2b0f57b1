import { useInfiniteQuery } from '@tanstack/react-query'
import { reachedRecordsQuery } from '../../queries/access.ts'
import { RecordPages } from './RecordPages.tsx'

interface ReachedRecordsProps {
  collectionId: string
  persona: string
  reached: string
  /** Whether every request has to reach the records, and not only the most favorable one. */
  isForEveryRequest?: boolean
}

/** Lists the records that a number counts, with links to them. */
export function ReachedRecords({ collectionId, persona, reached, isForEveryRequest = false }: ReachedRecordsProps) {
  const list = useInfiniteQuery(reachedRecordsQuery(collectionId, persona, reached, isForEveryRequest))
  return <RecordPages collectionId={collectionId} list={list} />
}

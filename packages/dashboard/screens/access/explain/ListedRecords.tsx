import { Disclosure } from '@coffer/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ExplainedRequest, listedRecordsQuery } from '../../../queries/access.ts'
import { RecordPages } from '../RecordPages.tsx'

interface ListedRecordsProps {
  /** The request. Naming the explained record spares the server the search for an example with each page. */
  request: ExplainedRequest
  /** When the list was explained, in milliseconds. */
  explainedAt: number
}

/** The records of an explained list, which are loaded once they are shown. */
export function ListedRecords(props: ListedRecordsProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure open={isOpen} onOpenChange={setOpen} summary="Records in the list">
      {isOpen && <Records {...props} />}
    </Disclosure>
  )
}

function Records({ request, explainedAt }: ListedRecordsProps) {
  const list = useInfiniteQuery(listedRecordsQuery(request, explainedAt))
  return <RecordPages collectionId={request.collection} list={list} label="Records in the list" />
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { whenQueriesSettle } from '../../queries/cache/whenQueriesSettle.ts'
import { recordCountsQuery } from '../../queries/records/recordCounts.ts'
import { whenIdle } from '../../shell/browser/whenIdle.ts'

/** Counts are loaded after this time even if other queries are still fetching. */
const maxWaitMs = 10_000

/**
 * Loads the number of records of each collection, by id, after the page's first data. Undefined until loaded, and after an error.
 */
export function useRecordCounts(): Readonly<Record<string, number>> | undefined {
  const queryClient = useQueryClient()
  const [isDue, setDue] = useState(false)
  useEffect(() => whenIdle(() => void whenQueriesSettle(queryClient, maxWaitMs).then(() => setDue(true))), [queryClient])
  return useQuery({ ...recordCountsQuery, enabled: isDue }).data
}

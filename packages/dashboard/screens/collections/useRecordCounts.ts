import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { whenQueriesSettle } from '../../queries/cache/whenQueriesSettle.ts'
import { recordCountsQuery } from '../../queries/records/recordCounts.ts'
import { whenIdle } from '../../shell/browser/whenIdle.ts'

/** Milliseconds after which they are asked for although the page still waits for something else. */
const longestWait = 10_000

/**
 * How many records each collection holds, by its id: asked for once the page has what it shows first. Undefined until they are
 * there, and where they cannot be told.
 */
export function useRecordCounts(): Readonly<Record<string, number>> | undefined {
  const queryClient = useQueryClient()
  const [isDue, setDue] = useState(false)
  useEffect(() => whenIdle(() => void whenQueriesSettle(queryClient, longestWait).then(() => setDue(true))), [queryClient])
  return useQuery({ ...recordCountsQuery, enabled: isDue }).data
}

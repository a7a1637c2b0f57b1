import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { whenQueriesSettle } from '../../queries/cache/whenQueriesSettle.ts'
import { whenIdle } from '../browser/whenIdle.ts'

const maxWaitMs = 10_000

/** Returns true once the page shows its first content, or after some seconds if the page still waits for a response. */
export function useAfterLoad(): boolean {
  const queryClient = useQueryClient()
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => whenIdle(() => void whenQueriesSettle(queryClient, maxWaitMs).then(() => setLoaded(true))), [queryClient])
  return isLoaded
}

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { client, connection } from '../../queries/connection/client.ts'

/** Refetches failed queries once the server is reachable again. */
export function useReloadOnReturn(): void {
  const { isLost } = useSyncExternalStore(connection.subscribe, connection.current)
  const queryClient = useQueryClient()

  useEffect(() => {
    if (!isLost) return
    return () => {
      if (client.authStore.token === '') return
      void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
    }
  }, [isLost, queryClient])
}

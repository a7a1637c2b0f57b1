import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { client, connection } from '../../queries/connection/client.ts'

/** Loads what could not be loaded while the server was away, once it is back. */
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

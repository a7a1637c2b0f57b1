import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { client, connection } from '../../queries/connection/client.ts'

/** Refetches failed queries once the server is reachable again. */
export function useReloadOnReturn(): void {
  const { isLost } = connection.useValue()
  const queryClient = useQueryClient()

  useEffect(() => {
    if (!isLost) return
    return () => {
      if (client.authStore.token === '') return
      void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
    }
  }, [isLost, queryClient])
}

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { Connection } from '../queries/ConnectionWatch.ts'
import { client, connection } from '../queries/client.ts'

/**
 * Whether the server can be reached. The browser's own word is heard, and what could not be loaded meanwhile is loaded once the
 * server is back.
 */
export function useConnection(): Connection {
  const current = useSyncExternalStore(connection.subscribe, connection.current)
  const queryClient = useQueryClient()

  useEffect(() => {
    const tryNow = () => void connection.tryNow()
    const onVisible = () => {
      if (document.visibilityState === 'visible') tryNow()
    }
    window.addEventListener('offline', connection.failed)
    window.addEventListener('online', tryNow)
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      window.removeEventListener('offline', connection.failed)
      window.removeEventListener('online', tryNow)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [])

  const { isLost } = current
  const reload = useEffectEvent(() => {
    if (client.authStore.token === '') return
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  })
  useEffect(() => {
    if (isLost) return () => reload()
    return undefined
  }, [isLost])

  return current
}

import { useEffect } from 'react'
import type { Connection } from '../../queries/connection/ConnectionWatch.ts'
import { connection } from '../../queries/connection/client.ts'

/** Returns whether the server is reachable. Also listens to the browser's online and offline events. */
export function useConnection(): Connection {
  const current = connection.useValue()

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

  return current
}

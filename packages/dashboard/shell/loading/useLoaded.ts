import { useToasts } from '@coffer/ui'
import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Loads a part of the dashboard when it is first needed; undefined until then. If loading fails, shows a toast and calls
 * `onFailure`. Setting `isWanted` again retries.
 */
export function useLoaded<Part>(load: () => Promise<Part>, isWanted: boolean, onFailure: () => void): Part | undefined {
  const toasts = useToasts()
  const [loaded, setLoaded] = useState<{ part: Part }>()

  const fail = useEffectEvent((error: unknown) => {
    console.error('A part of the dashboard could not be loaded.', error)
    toasts.error('This part of the dashboard could not be loaded. Check the connection and try again.')
    onFailure()
  })
  const start = useEffectEvent(() => load())

  const isMissing = isWanted && loaded === undefined
  useEffect(() => {
    if (!isMissing) return
    let isCurrent = true
    start().then(
      part => isCurrent && setLoaded({ part }),
      error => isCurrent && fail(error),
    )
    return () => {
      isCurrent = false
    }
  }, [isMissing])

  return loaded?.part
}

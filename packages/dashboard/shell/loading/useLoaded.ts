import { useToasts } from '@coffer/ui'
import { useEffect, useEffectEvent, useState } from 'react'

/**
 * A part of the dashboard that is loaded when it is first wanted; undefined until it is there. When it cannot be loaded a toast says
 * so and `onFailure` is called; wanting it again tries again.
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

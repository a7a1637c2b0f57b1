import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useEffectEvent } from 'react'

/**
 * Returns a function that subscribes to changes of the address: by Back and Forward, a link or the address bar, but not when a screen
 * only replaces its own address.
 */
export function useSubscribeToAddress(): (listener: () => void) => () => void {
  const { history } = useRouter()
  return useCallback(
    listener => {
      let { href } = history.location
      return history.subscribe(({ location, action }) => {
        const isOther = location.href !== href
        href = location.href
        if (isOther && action.type !== 'REPLACE') listener()
      })
    },
    [history],
  )
}

/** Calls a function when the address changes, so that a dialog closes with the screen that it belongs to. */
export function useAddressChange(onChange: () => void): void {
  const subscribe = useSubscribeToAddress()
  const changed = useEffectEvent(onChange)
  useEffect(() => subscribe(() => changed()), [subscribe])
}

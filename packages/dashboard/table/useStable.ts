import { useInsertionEffect, useRef, useState } from 'react'

/**
 * Returns functions that are stable across renders and call the latest ones, so that memoized components do not rerender. Call
 * them in event handlers, not while rendering.
 */
export function useStable<Actions extends Record<keyof Actions, (...values: never[]) => unknown>>(latest: Actions): Actions {
  const current = useRef(latest)
  useInsertionEffect(() => {
    current.current = latest
  })
  const [stable] = useState(() => {
    const forwards: Partial<Actions> = {}
    for (const name of Object.keys(latest) as (keyof Actions)[]) {
      forwards[name] = ((...values: never[]) => current.current[name](...values)) as Actions[keyof Actions]
    }
    return forwards as Actions
  })
  return stable
}

import { useInsertionEffect, useRef, useState } from 'react'

/**
 * Functions that stay the same from one drawing to the next and do what the latest ones do: for parts that are drawn again only
 * when what they show changes. They are for events, not for use while drawing.
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

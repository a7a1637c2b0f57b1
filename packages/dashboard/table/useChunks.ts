import { useEffect, useMemo, useState } from 'react'

/** How many items are added at once. */
const chunk = 20

/** A list that takes in what it is given in chunks, one in each frame, so that no long list is drawn at a stroke. */
export function useChunks<Item>(items: readonly Item[]): readonly Item[] {
  const [taken, setTaken] = useState(0)
  if (taken > items.length) setTaken(items.length)
  const count = Math.min(items.length, Math.max(taken, chunk))

  useEffect(() => {
    if (count >= items.length) return
    const frame = requestAnimationFrame(() => setTaken(count + chunk))
    return () => cancelAnimationFrame(frame)
  }, [count, items.length])

  return useMemo(() => (count < items.length ? items.slice(0, count) : items), [items, count])
}

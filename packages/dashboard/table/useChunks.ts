import { useEffect, useMemo, useState } from 'react'

const itemsPerFrame = 20

/** Returns the first items, and 20 more each frame, so that rendering a long list does not block the page. */
export function useChunks<Item>(items: readonly Item[]): readonly Item[] {
  const [taken, setTaken] = useState(0)
  if (taken > items.length) setTaken(items.length)
  const count = Math.min(items.length, Math.max(taken, itemsPerFrame))

  useEffect(() => {
    if (count >= items.length) return
    const frame = requestAnimationFrame(() => setTaken(count + itemsPerFrame))
    return () => cancelAnimationFrame(frame)
  }, [count, items.length])

  return useMemo(() => (count < items.length ? items.slice(0, count) : items), [items, count])
}

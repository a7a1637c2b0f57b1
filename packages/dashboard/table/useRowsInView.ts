import { type RefObject, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

interface RowsInViewOptions {
  /** The scroll container. */
  scroller: RefObject<HTMLElement | null>
  /** Number of rows of the whole list. */
  count: number
  /** Height of a row, in pixels. */
  height: number
  /** Index of the row that is always rendered. */
  active: number
  /** Number of rows rendered beyond each end of the visible range. */
  overscan: number
  /** Height of the sticky header, in pixels. */
  headHeight?: number
  /** Height at the bottom of the scroll container in which rows are covered, in pixels. */
  coveredHeight?: number
}

export interface RowsInView {
  /** Indexes of the rows to render, in order. */
  drawn: readonly number[]
  /** Scrolls the row at an index into view, as little as possible. */
  reveal: (index: number) => void
  /** Returns the number of visible rows minus one, so that consecutive pages overlap by a row. */
  pageSize: () => number
}

/** Tracks which rows of a virtual list are visible. All rows have one height. The first render assumes the window's height. */
export function useRowsInView(options: RowsInViewOptions): RowsInView {
  const { scroller, count, height, active, overscan, headHeight = 0, coveredHeight = 0 } = options
  const [view, setView] = useState(() => ({ from: 0, to: Math.ceil(window.innerHeight / height) }))

  useEffect(() => {
    const box = scroller.current
    if (!box) return
    const update = () => {
      const from = Math.floor(box.scrollTop / height)
      const to = Math.ceil((box.scrollTop + box.clientHeight - headHeight) / height)
      setView(known => (known.from === from && known.to === to ? known : { from, to }))
    }
    // Rendered in the same frame, because missing rows would be visible for a moment otherwise.
    const onScroll = () => flushSync(update)
    const observer = new ResizeObserver(update)
    observer.observe(box)
    box.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', onScroll)
    }
  }, [scroller, height, headHeight])

  const reveal = (index: number) => {
    const box = scroller.current
    if (!box) return
    const top = index * height
    const lowest = top + height + headHeight + coveredHeight - box.clientHeight
    if (top < box.scrollTop) box.scrollTop = top
    else if (lowest > box.scrollTop) box.scrollTop = lowest
  }
  const pageSize = () => Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - headHeight) / height) - 1)
  return { drawn: indexesOf(count, view.from - overscan, view.to + overscan, active), reveal, pageSize }
}

/** Returns the indexes in [from, to) within the list, and the index `also`, in order. */
function indexesOf(count: number, from: number, to: number, also: number): number[] {
  const first = Math.max(0, Math.min(from, count))
  const last = Math.max(first, Math.min(to, count))
  const inside = Array.from({ length: last - first }, (_, place) => first + place)
  if (also >= count || (also >= first && also < last)) return inside
  return also < first ? [also, ...inside] : [...inside, also]
}

import { type RefObject, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

interface RowsInViewOptions {
  /** The box that the rows scroll in. */
  scroller: RefObject<HTMLElement | null>
  /** Rows of the whole list. */
  count: number
  /** Pixels of one row. */
  height: number
  /** The row that is drawn wherever the list stands. */
  active: number
  /** Rows drawn beyond either end of what is in view. */
  overscan: number
  /** Pixels at the upper end of the box that cover what is scrolled under them; they lie above the first row. */
  headHeight?: number
  /** Pixels at the lower end in which a row cannot be seen. */
  coveredHeight?: number
}

export interface RowsInView {
  /** The indexes of the rows to draw, in their order. */
  drawn: readonly number[]
  /** Scrolls no further than it takes to see the row at an index. */
  reveal: (index: number) => void
  /** How many rows are seen at once, but for one that leads from page to page. */
  pageSize: () => number
}

/** Follows which of many rows of one height are in view. Before the first drawing it is as many as the window has room for. */
export function useRowsInView(options: RowsInViewOptions): RowsInView {
  const { scroller, count, height, active, overscan, headHeight = 0, coveredHeight = 0 } = options
  const [view, setView] = useState(() => ({ from: 0, to: Math.ceil(window.innerHeight / height) }))

  useEffect(() => {
    const box = scroller.current
    if (!box) return
    const look = () => {
      const from = Math.floor(box.scrollTop / height)
      const to = Math.ceil((box.scrollTop + box.clientHeight - headHeight) / height)
      setView(known => (known.from === from && known.to === to ? known : { from, to }))
    }
    // Drawn within the same frame, or the box would show for a moment where the rows are missing.
    const follow = () => flushSync(look)
    const observer = new ResizeObserver(look)
    observer.observe(box)
    box.addEventListener('scroll', follow, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', follow)
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

/** The indexes of a list from one to before another, and one more. */
function indexesOf(count: number, from: number, to: number, also: number): number[] {
  const first = Math.max(0, Math.min(from, count))
  const last = Math.max(first, Math.min(to, count))
  const inside = Array.from({ length: last - first }, (_, place) => first + place)
  if (also >= count || (also >= first && also < last)) return inside
  return also < first ? [also, ...inside] : [...inside, also]
}

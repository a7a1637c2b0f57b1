import { type RefObject, useEffect } from 'react'

/**
 * Sets `data-hides-start` and `data-hides-end` on a box while it hides content at its left or right end, for its styles. The
 * attributes are set outside of React because they can change at each scroll.
 */
export function useOverflowMarks(box: RefObject<HTMLElement | null>): void {
  // At each render, because the box may have other children.
  useEffect(() => {
    const element = box.current
    if (!element) return
    const mark = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element
      element.toggleAttribute('data-hides-start', scrollLeft > 0)
      element.toggleAttribute('data-hides-end', scrollLeft + clientWidth < scrollWidth - 1)
    }
    const observer = new ResizeObserver(mark)
    for (const watched of [element, ...element.children]) observer.observe(watched)
    element.addEventListener('scroll', mark, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', mark)
    }
  })
}

import { type RefObject, useEffect } from 'react'

/**
 * Sets `data-hides-start` and `data-hides-end` on a box while content is clipped at its left or right end, for its styles. The
 * attributes are set outside React because they can change with each scroll event.
 */
export function useOverflowMarks(box: RefObject<HTMLElement | null>): void {
  // After each render, because the children can have changed.
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

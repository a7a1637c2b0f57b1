import type { Rect, Virtualizer } from '@tanstack/react-virtual'

/**
 * Follows the size of the box that a virtual list scrolls in. Unlike the library's own it never asks before the page is laid out,
 * which would lay it out an extra time.
 */
export function observeSize(
  { scrollElement }: Virtualizer<HTMLElement, Element>,
  onChange: (size: Rect) => void,
): (() => void) | undefined {
  if (scrollElement === null) return undefined
  const observer = new ResizeObserver(() => onChange({ width: scrollElement.offsetWidth, height: scrollElement.offsetHeight }))
  observer.observe(scrollElement)
  return () => observer.disconnect()
}

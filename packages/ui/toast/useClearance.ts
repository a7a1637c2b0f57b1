import { type RefObject, useEffect, useState } from 'react'
import { openLayers } from '../layers/layerStack.ts'

/** Pixels between the toasts and an `uncovered` bar. */
const gap = 12
/** Pixels between the toasts and the edge of the window without such a bar. */
const base = 16

/**
 * Returns the pixels between the toasts and the edge of the window that they are next to, so that they cover no `uncovered` bar of
 * the page, or of the topmost layer. Toasts never move back to the edge while one of them is read.
 */
export function useClearance(region: RefObject<HTMLElement | null>, messageCount: number): number {
  const [clearance, setClearance] = useState(0)

  useEffect(() => {
    if (messageCount === 0) return setClearance(0)
    const measure = () => setClearance(old => (region.current ? clearanceOf(region.current, old) : old))
    measure()
    // Bars come and go: a layer opens, rows are selected.
    const observer = new MutationObserver(measure)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [region, messageCount])

  return clearance
}

function clearanceOf(region: HTMLElement, least: number): number {
  const { left, right, height } = region.getBoundingClientRect()
  const isAtTop = getComputedStyle(region).bottom === 'auto'
  const distances = barsOnTop()
    .map(bar => bar.getBoundingClientRect())
    .filter(box => box.width > 0 && box.right > left && box.left < right)
    .map(({ top, bottom }) => (isAtTop ? { near: top, far: bottom } : { near: innerHeight - bottom, far: innerHeight - top }))
    .sort((one, other) => one.near - other.near)
  return distances.reduce(
    (clearance, { near, far }) => (near < Math.max(base, clearance) + height ? Math.max(clearance, far + gap) : clearance),
    least,
  )
}

function barsOnTop(): HTMLElement[] {
  const layer = openLayers().at(-1)
  const place = layer ? document.getElementById(layer.id) : document
  return [...(place?.querySelectorAll<HTMLElement>('[data-uncovered]') ?? [])]
}

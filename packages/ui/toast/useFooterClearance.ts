import { type RefObject, useLayoutEffect, useState } from 'react'
import { useOpenLayers } from '../layers/layerStack.ts'

/** Pixels between the toasts and what they must not cover. */
const gap = 12
/** Pixels between the toasts and the window's lower edge. */
const base = 16

/**
 * Pixels by which toasts stand higher, so that the buttons at the foot of the topmost layer can be pressed. A toast that was
 * raised stays where it is while it is read, though the layer may close meanwhile.
 */
export function useFooterClearance(region: RefObject<HTMLElement | null>, messageCount: number): number {
  const topId = useOpenLayers().at(-1)?.id
  const [clearance, setClearance] = useState(0)

  useLayoutEffect(() => {
    if (messageCount === 0) return setClearance(0)
    const measure = () => setClearance(old => Math.max(old, coveredBy(region.current, topId)))
    measure()
    // A layer's content comes into the page a moment after the layer.
    const frame = requestAnimationFrame(measure)
    return () => cancelAnimationFrame(frame)
  }, [region, messageCount, topId])

  return clearance
}

function coveredBy(region: HTMLElement | null, layerId: string | undefined): number {
  const footer = layerId && document.getElementById(layerId)?.querySelector('[data-layer-footer]')
  if (!region || !footer) return 0
  const { top, bottom, right } = footer.getBoundingClientRect()
  const isBeside = right <= region.getBoundingClientRect().left
  const isAbove = window.innerHeight - bottom >= base + region.offsetHeight
  return isBeside || isAbove ? 0 : window.innerHeight - top + gap - base
}

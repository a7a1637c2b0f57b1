import { createContext, use, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type Layer, openLayer, openLayers, useOpenLayers } from './layerStack.ts'
import { randomId } from './randomId.ts'

/** Ids of the layers around a component, the innermost last. */
export const LayerContext = createContext<readonly string[]>([])

export type CloseReason = 'escape' | 'outside' | 'button'

/** What Base UI tells when it wants to close a layer. */
interface ChangeDetails {
  reason: string
  cancel: () => void
  allowPropagation: () => void
}

export interface LayerPlace {
  id: string
  /** Another one each time it opens, as key of its content: opened again while it fades, it begins anew. */
  opening: number
  /** For `LayerContext` around the layer's content. */
  path: readonly string[]
  zIndex: number
  /** How many layers lie below. */
  depth: number
  /** How many panels lie above. */
  panelsAbove: number
  /** Why it should close, or `undefined` when it is not this layer's turn. */
  closeReason: (details: ChangeDetails) => CloseReason | undefined
  /** Whether focus goes back to where it came from; when that was nowhere or is gone meanwhile, it is led to the page's content. */
  finalFocus: () => boolean
}

/** Takes a place in the stack of open layers while `isOpen`. Escape asks it to close from the moment it is seen on. */
export function useLayer(kind: Layer['kind'], isOpen: boolean, onClose: (reason: CloseReason) => void): LayerPlace {
  const [id] = useState(() => `layer_${randomId()}`)
  const within = use(LayerContext)
  const path = useMemo(() => [...within, id], [within, id])
  const layers = useOpenLayers()
  const cameFrom = useRef<Element | null>(null)
  const [opening, setOpening] = useState({ count: 0, isOpen })
  if (opening.isOpen !== isOpen) setOpening({ count: opening.count + Number(isOpen), isOpen })

  useLayoutEffect(() => {
    if (isOpen) cameFrom.current = document.activeElement
  }, [isOpen])
  useLayoutEffect(() => (isOpen ? openLayer({ id, kind, within }) : undefined), [id, kind, within, isOpen])

  useEscapeOfLayer(id, isOpen, onClose)

  const found = layers.findIndex(layer => layer.id === id)
  // Not in the stack yet, or closing: on top.
  const depth = found === -1 ? layers.length : found
  return {
    id,
    opening: opening.count,
    path,
    depth,
    zIndex: 1000 + depth + 1,
    panelsAbove: found === -1 ? 0 : layers.slice(found + 1).filter(layer => layer.kind === 'panel').length,
    closeReason: details => reasonToClose(id, details),
    finalFocus: () => {
      if (cameFrom.current?.isConnected && cameFrom.current !== document.body) return true
      document.querySelector('main')?.focus()
      return false
    },
  }
}

function reasonToClose(id: string, details: ChangeDetails): CloseReason | undefined {
  // Closing is the caller's decision: the layer stays until `open` turns false.
  details.cancel()
  // An Escape is answered at the document.
  details.allowPropagation()
  if (openLayers().at(-1)?.id !== id) return undefined
  if (details.reason === 'outside-press') return 'outside'
  return details.reason === 'close-press' ? 'button' : undefined
}

/** Base UI listens a moment after a layer is shown: too late for a quick hand. What lies in the layer answers before it does. */
function useEscapeOfLayer(id: string, isOpen: boolean, onClose: (reason: CloseReason) => void): void {
  const close = useEffectEvent(onClose)
  useLayoutEffect(() => {
    if (!isOpen) return
    const answer = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented || openLayers().at(-1)?.id !== id) return
      event.preventDefault()
      close('escape')
    }
    document.addEventListener('keydown', answer)
    return () => document.removeEventListener('keydown', answer)
  }, [id, isOpen])
}

/** For what lies around a layer: a press there must not take focus out of it. */
export function keepFocus(event: { target: unknown; currentTarget: unknown; preventDefault: () => void }) {
  if (event.target === event.currentTarget) event.preventDefault()
}

/** For a layer's content: React would carry its submit on to a form that the layer was rendered in. */
export function keepSubmit(event: { stopPropagation: () => void }) {
  event.stopPropagation()
}

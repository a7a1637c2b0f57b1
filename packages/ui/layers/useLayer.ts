import { customAlphabet } from 'nanoid'
import { createContext, use, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { hasFocusMovedOn, type Layer, openLayer, openLayers, useOpenLayers } from './layerStack.ts'

const randomId = customAlphabet('abcdefghijklmnopqrstuvwxyz0123456789', 10)

/** Ids of the layers around a component, innermost last. */
export const LayerContext = createContext<readonly string[]>([])

export type CloseReason = 'escape' | 'outside' | 'button'

/** The details of Base UI's request to close a layer. */
interface ChangeDetails {
  reason: string
  cancel: () => void
  allowPropagation: () => void
}

export interface LayerPlace {
  id: string
  /**
   * The key of the layer, new for each opening. Reopening during the closing transition creates the layer anew, because its elements
   * may be hidden from screen readers by a layer that was opened in between.
   */
  opening: number
  /** The value of `LayerContext` for the content. */
  path: readonly string[]
  zIndex: number
  /** Number of layers below. */
  depth: number
  /** Number of panels above. */
  panelsAbove: number
  /** Returns the reason for closing, or undefined if another layer should close first. */
  closeReason: (details: ChangeDetails) => CloseReason | undefined
  /**
   * Returns the previous element if focus returns to it. If that is gone, focus moves to the page's content. It stays where the user
   * has moved it before this layer had faded out, such as in another layer.
   */
  finalFocus: () => HTMLElement | false
}

/** Registers a layer in the stack while `isOpen`, and requests closing on Escape. */
export function useLayer(kind: Layer['kind'], isOpen: boolean, onClose: (reason: CloseReason) => void): LayerPlace {
  const [id] = useState(() => `layer_${randomId()}`)
  const within = use(LayerContext)
  const path = useMemo(() => [...within, id], [within, id])
  const layers = useOpenLayers()
  const cameFrom = useRef<HTMLElement | null>(null)
  const below = useRef<readonly string[]>([])
  const [opening, setOpening] = useState({ count: 0, isOpen })
  if (opening.isOpen !== isOpen) setOpening({ count: opening.count + Number(isOpen), isOpen })

  useLayoutEffect(() => {
    if (!isOpen) return
    cameFrom.current = focusedBefore()
    below.current = openLayers().flatMap(other => (other.within.includes(id) ? [] : other.id))
  }, [id, isOpen])
  useLayoutEffect(() => (isOpen ? openLayer({ id, kind, within }) : undefined), [id, kind, within, isOpen])

  useEscapeOfLayer(id, isOpen, onClose)

  const found = layers.findIndex(layer => layer.id === id)
  // A layer that is not registered yet, or is closing, counts as topmost.
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
      const top = openLayers().at(-1)
      if ((top && !below.current.includes(top.id)) || hasFocusMovedOn()) return false
      if (cameFrom.current?.isConnected && cameFrom.current !== document.body) return cameFrom.current
      document.querySelector('main')?.focus()
      return false
    },
  }
}

/** Returns the element that has the focus before a layer opens. For an entry of a menu, which closes, it is the button of the menu. */
function focusedBefore(): HTMLElement | null {
  const focused = document.activeElement
  const menu = focused?.closest('[role="menu"]')
  const element = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused
  return element instanceof HTMLElement ? element : null
}

function reasonToClose(id: string, details: ChangeDetails): CloseReason | undefined {
  // The caller decides: the layer stays open until `open` is false.
  details.cancel()
  // Escape is handled by the listener on the document.
  details.allowPropagation()
  if (openLayers().at(-1)?.id !== id) return undefined
  if (details.reason === 'outside-press') return 'outside'
  return details.reason === 'close-press' ? 'button' : undefined
}

/** Handles Escape immediately, because Base UI starts listening too late for fast users. Elements inside the layer come first. */
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

/** Prevents a click around a layer from moving focus out of it. */
export function keepFocus(event: { target: unknown; currentTarget: unknown; preventDefault: () => void }) {
  if (event.target === event.currentTarget) event.preventDefault()
}

/** Stops submit events of a layer's content, which React would propagate to a form around the layer. */
export function keepSubmit(event: { stopPropagation: () => void }) {
  event.stopPropagation()
}

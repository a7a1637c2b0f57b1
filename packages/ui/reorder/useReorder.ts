import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { askForDragLibrary, useDragLibrary } from './dragLibrary.ts'
import type { DropEdge } from './moveItem.ts'

export interface ReorderOptions {
  /** Names the list: items change places within their own list alone. */
  list: string
  /** Names the item within its list. */
  id: string
  axis: 'horizontal' | 'vertical'
  disabled?: boolean | undefined
  /** An item of the list was let go at this one. */
  onDrop: (moved: string, edge: DropEdge) => void
}

interface Reorder {
  item: Readonly<RefObject<HTMLElement | null>>
  /** For the element that moves and that others are let go at. */
  setItem: (element: HTMLElement | null) => void
  /** For the part of it that is taken hold of; without one it is the whole. It comes and goes with `disabled`. */
  setHandle: (element: HTMLElement | null) => void
  isDragged: boolean
  /** Where an item that is held over this one would go. */
  dropEdge: DropEdge | undefined
}

/** Makes one item of a list change places with the pointer. Offer the same by keys: see `MoveHandle`. */
export function useReorder({ list, id, axis, disabled = false, onDrop }: ReorderOptions): Reorder {
  const item = useRef<HTMLElement>(null)
  const handle = useRef<HTMLElement>(null)
  // No state, or each item would be drawn twice before it is first seen.
  const [setters] = useState(() => ({
    setItem: (element: HTMLElement | null) => {
      item.current = element
    },
    setHandle: (element: HTMLElement | null) => {
      handle.current = element
    },
  }))
  const [isDragged, setDragged] = useState(false)
  const [dropEdge, setDropEdge] = useState<DropEdge>()
  const library = useDragLibrary()
  const drop = useEffectEvent(onDrop)

  useEffect(() => {
    const element = item.current
    if (!element || disabled) return
    if (library) {
      return library.dragItem({
        ...{ element, handle: handle.current, list, id, axis },
        onDragChange: setDragged,
        onEdgeChange: setDropEdge,
        onDrop: (moved, edge) => drop(moved, edge),
      })
    }
    const ask = () => void askForDragLibrary()
    element.addEventListener('pointerenter', ask, { once: true })
    return () => element.removeEventListener('pointerenter', ask)
  }, [list, id, axis, disabled, library])

  return { item, ...setters, isDragged, dropEdge }
}

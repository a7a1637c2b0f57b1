import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { loadDragLibrary, useDragLibrary } from './dragLibrary.ts'
import type { DropEdge } from './moveItem.ts'

export interface ReorderOptions {
  /** The id of the list. Items can be reordered only within their list. */
  list: string
  /** The id of the item within its list. */
  id: string
  axis: 'horizontal' | 'vertical'
  disabled?: boolean | undefined
  /** Called when an item of the list is dropped on this one. */
  onDrop: (moved: string, edge: DropEdge) => void
}

interface Reorder {
  item: Readonly<RefObject<HTMLElement | null>>
  /** The ref of the draggable element, which is also the drop target. */
  setItem: (element: HTMLElement | null) => void
  /** The ref of the drag handle. Default: the whole element. */
  setHandle: (element: HTMLElement | null) => void
  isDragged: boolean
  /** The drop position while an item is dragged over this one. */
  dropEdge: DropEdge | undefined
}

/** Makes a list item draggable. Also offer a keyboard alternative: see `MoveHandle`. */
export function useReorder({ list, id, axis, disabled = false, onDrop }: ReorderOptions): Reorder {
  const item = useRef<HTMLElement>(null)
  const handle = useRef<HTMLElement>(null)
  // A ref instead of state, which would render each item twice on mount.
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
        element,
        handle: handle.current,
        list,
        id,
        axis,
        onDragChange: setDragged,
        onEdgeChange: setDropEdge,
        onDrop: (moved, edge) => drop(moved, edge),
      })
    }
    const ask = () => void loadDragLibrary()
    element.addEventListener('pointerenter', ask, { once: true })
    return () => element.removeEventListener('pointerenter', ask)
  }, [list, id, axis, disabled, library])

  return { item, ...setters, isDragged, dropEdge }
}

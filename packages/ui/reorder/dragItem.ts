import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { attachClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/attach-closest-edge'
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge'
import type { DropEdge } from './moveItem.ts'

export interface DragItem {
  element: HTMLElement
  /** The drag handle. Default: the whole element. */
  handle: HTMLElement | null
  list: string
  id: string
  axis: 'horizontal' | 'vertical'
  onDragChange: (isDragged: boolean) => void
  /** Called with the drop position while an item is dragged over this one. */
  onEdgeChange: (edge: DropEdge | undefined) => void
  /** Called when an item is dropped here. */
  onDrop: (moved: string, edge: DropEdge) => void
}

const edges = { horizontal: ['left', 'right'], vertical: ['top', 'bottom'] } as const

function edgeIn(data: Record<string | symbol, unknown>): DropEdge | undefined {
  const edge = extractClosestEdge(data)
  return edge === null ? undefined : edge === 'left' || edge === 'top' ? 'before' : 'after'
}

/** Makes an element draggable within its list. Returns a cleanup function. */
export function dragItem({ element, handle, list, id, axis, onDragChange, onEdgeChange, onDrop }: DragItem): () => void {
  return combine(
    draggable({
      element,
      ...(handle && { dragHandle: handle }),
      getInitialData: () => ({ list, id }),
      onDragStart: () => onDragChange(true),
      onDrop: () => onDragChange(false),
    }),
    dropTargetForElements({
      element,
      canDrop: ({ source }) => source.data.list === list && source.data.id !== id,
      getData: ({ input }) => attachClosestEdge({}, { element, input, allowedEdges: [...edges[axis]] }),
      onDrag: ({ self }) => onEdgeChange(edgeIn(self.data)),
      onDragLeave: () => onEdgeChange(undefined),
      onDrop: ({ self, source }) => {
        onEdgeChange(undefined)
        const edge = edgeIn(self.data)
        if (edge) onDrop(String(source.data.id), edge)
      },
    }),
  )
}

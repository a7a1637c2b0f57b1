import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { attachClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/attach-closest-edge'
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge'
import type { DropEdge } from './moveItem.ts'

export interface DragItem {
  element: HTMLElement
  /** The part that is taken hold of; the whole element without it. */
  handle: HTMLElement | null
  list: string
  id: string
  axis: 'horizontal' | 'vertical'
  onDragChange: (isDragged: boolean) => void
  /** Where an item that is held over this one would go. */
  onEdgeChange: (edge: DropEdge | undefined) => void
  /** An item of the list was let go here. */
  onDrop: (moved: string, edge: DropEdge) => void
}

const edges = { horizontal: ['left', 'right'], vertical: ['top', 'bottom'] } as const

function edgeIn(data: Record<string | symbol, unknown>): DropEdge | undefined {
  const edge = extractClosestEdge(data)
  return edge === null ? undefined : edge === 'left' || edge === 'top' ? 'before' : 'after'
}

/** Makes an element change places with others of its list. Returns the way to undo that. */
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

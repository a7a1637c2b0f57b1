import { createStore } from '../store/createStore.ts'

type DragLibrary = typeof import('./dragItem.ts')

const library = createStore<DragLibrary | undefined>(undefined)
let isRequested = false

/** Loads the drag-and-drop library when the pointer first reaches a draggable item. */
export async function loadDragLibrary(): Promise<void> {
  if (isRequested) return
  isRequested = true
  library.set(await import('./dragItem.ts'))
}

/** Returns the drag-and-drop library once it has loaded. */
export const useDragLibrary = library.useValue

import { useSyncExternalStore } from 'react'

type DragLibrary = typeof import('./dragItem.ts')

let library: DragLibrary | undefined
let isAsked = false
const watchers = new Set<() => void>()

function watch(changed: () => void) {
  watchers.add(changed)
  return () => {
    watchers.delete(changed)
  }
}

/** Loads the drag-and-drop library when the pointer first reaches a draggable item. */
export async function askForDragLibrary(): Promise<void> {
  if (isAsked) return
  isAsked = true
  library = await import('./dragItem.ts')
  for (const changed of watchers) changed()
}

/** Returns the drag-and-drop library once it has loaded. */
export function useDragLibrary(): DragLibrary | undefined {
  return useSyncExternalStore(watch, () => library)
}

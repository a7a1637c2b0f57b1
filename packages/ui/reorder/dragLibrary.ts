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

/** Loads what makes things draggable, once a pointer comes near the first of them. */
export async function askForDragLibrary(): Promise<void> {
  if (isAsked) return
  isAsked = true
  library = await import('./dragItem.ts')
  for (const changed of watchers) changed()
}

/** What makes things draggable, once it is there. */
export function useDragLibrary(): DragLibrary | undefined {
  return useSyncExternalStore(watch, () => library)
}

import { useSyncExternalStore } from 'react'

/** An open panel or dialog. */
export interface Layer {
  id: string
  kind: 'panel' | 'dialog'
  /** Ids of the layers in which this one is rendered. */
  within: readonly string[]
}

/** All open layers of the window, lowest first. */
let stack: readonly Layer[] = []
const watchers = new Set<() => void>()

function set(next: readonly Layer[]) {
  stack = next
  for (const changed of watchers) changed()
}

/** Adds a layer on top, or below layers that were already opened inside it. Returns a function that removes it. */
export function openLayer(layer: Layer): () => void {
  const inside = stack.findIndex(other => other.within.includes(layer.id))
  set(inside === -1 ? [...stack, layer] : stack.toSpliced(inside, 0, layer))
  return () => set(stack.filter(other => other !== layer))
}

export function openLayers(): readonly Layer[] {
  return stack
}

/** Whether no layer is above an element, so that it can receive focus. */
export function isInTopmostLayer(element: Element): boolean {
  const topmost = stack.at(-1)
  return topmost === undefined || document.getElementById(topmost.id)?.contains(element) === true
}

function watch(changed: () => void) {
  watchers.add(changed)
  return () => {
    watchers.delete(changed)
  }
}

/** Returns the open layers, lowest first. */
export function useOpenLayers(): readonly Layer[] {
  return useSyncExternalStore(watch, openLayers)
}

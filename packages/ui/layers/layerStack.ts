import { useSyncExternalStore } from 'react'

/** An open panel or dialog. */
export interface Layer {
  id: string
  kind: 'panel' | 'dialog'
  /** Ids of the layers in which it was rendered. */
  within: readonly string[]
}

/** Open layers from the lowest to the topmost: one order for the whole window, whoever opened them. */
let stack: readonly Layer[] = []
const watchers = new Set<() => void>()

function set(next: readonly Layer[]) {
  stack = next
  for (const changed of watchers) changed()
}

/** Lays a layer on top, or below what was already opened inside of it. Returns the way to take it away. */
export function openLayer(layer: Layer): () => void {
  const inside = stack.findIndex(other => other.within.includes(layer.id))
  set(inside === -1 ? [...stack, layer] : stack.toSpliced(inside, 0, layer))
  return () => set(stack.filter(other => other !== layer))
}

export function openLayers(): readonly Layer[] {
  return stack
}

/** Whether nothing was opened over an element, so that it may take focus. */
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

/** The open layers, from the lowest to the topmost. */
export function useOpenLayers(): readonly Layer[] {
  return useSyncExternalStore(watch, openLayers)
}

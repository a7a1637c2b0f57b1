import { createStore } from '../store/createStore.ts'

/** An open panel or dialog. */
export interface Layer {
  id: string
  kind: 'panel' | 'dialog'
  /** Ids of the layers in which this one is rendered. */
  within: readonly string[]
}

/** All open layers of the window, lowest first. */
const stack = createStore<readonly Layer[]>([])

export const openLayers = stack.get

/** Returns the open layers, lowest first. */
export const useOpenLayers = stack.useValue

/** Adds a layer on top, or below layers that were already opened inside it. Returns a function that removes it. */
export function openLayer(layer: Layer): () => void {
  const layers = stack.get()
  const inside = layers.findIndex(other => other.within.includes(layer.id))
  stack.set(inside === -1 ? [...layers, layer] : layers.toSpliced(inside, 0, layer))
  return () => stack.set(stack.get().filter(other => other !== layer))
}

/** Whether no layer is above an element, so that it can receive focus. */
export function isInTopmostLayer(element: Element): boolean {
  const topmost = stack.get().at(-1)
  return topmost === undefined || document.getElementById(topmost.id)?.contains(element) === true
}

/** Whether an element is in a layer that is closing, or in a popover or a menu: the focus does not stay there. */
export function isInClosingLayer(element: Element): boolean {
  const around = element.closest('[role="dialog"], [role="alertdialog"], [role="menu"]')
  return around !== null && !stack.get().some(({ id }) => id === around.id)
}

/** Whether the focus has left what is closing, for an element at which the user goes on. */
export function hasFocusMovedOn(): boolean {
  const focused = document.activeElement
  // The page itself has the focus only if no element has it.
  return focused !== null && !focused.matches('body, main') && !isInClosingLayer(focused)
}

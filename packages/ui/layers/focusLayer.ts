const fields = ['input', 'textarea', '[role="combobox"]', '[contenteditable="true"]']
  .map(field => `[data-layer-body] ${field}:not(:disabled, [readonly], [type="hidden"], [tabindex="-1"])`)
  .join()

/**
 * Focuses an element of a layer that has just opened: by default the first field, otherwise the layer itself, so that its title is
 * announced. On touch screens always the layer, because a field would open the on-screen keyboard over it.
 * @returns false, so that Base UI sets no focus. It would wait for a frame, and until then keys would reach the page below.
 */
export function focusLayer(layerId: string, preferred: HTMLElement | null | undefined): false {
  const layer = document.getElementById(layerId)
  const active = document.activeElement
  if (!layer || (active !== layer && layer.contains(active))) return false
  const isTouch = matchMedia('(pointer: coarse)').matches
  const target = preferred ?? (isTouch ? null : layer.querySelector<HTMLElement>(fields)) ?? layer
  target.focus({ preventScroll: target === layer })
  return false
}

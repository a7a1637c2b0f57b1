const fields = ['input', 'textarea', '[role="combobox"]', '[contenteditable="true"]']
  .map(field => `[data-layer-body] ${field}:not(:disabled, [readonly], [type="hidden"], [tabindex="-1"])`)
  .join()

/**
 * Returns the element to focus when a layer opens: the first field, otherwise the layer itself, so that its title is announced.
 * On touch screens always the layer, because a field would open the on-screen keyboard over it.
 */
export function findInitialFocus(layerId: string): HTMLElement | null {
  const layer = document.getElementById(layerId)
  if (matchMedia('(pointer: coarse)').matches) return layer
  return layer?.querySelector<HTMLElement>(fields) ?? layer
}

const fields = ['input', 'textarea', '[role="combobox"]', '[contenteditable="true"]']
  .map(field => `[data-layer-body] ${field}:not(:disabled, [readonly], [type="hidden"], [tabindex="-1"])`)
  .join()

/**
 * Where focus goes when a layer opens: its first field, else the layer itself, so that its title is read first. On touch
 * screens always the layer, because a field would raise the keyboard over what was just opened.
 */
export function findInitialFocus(layerId: string): HTMLElement | null {
  const layer = document.getElementById(layerId)
  if (matchMedia('(pointer: coarse)').matches) return layer
  return layer?.querySelector<HTMLElement>(fields) ?? layer
}

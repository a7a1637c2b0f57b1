import { use, useEffectEvent, useLayoutEffect } from 'react'
import { openLayers } from '../layers/layerStack.ts'
import { LayerContext } from '../layers/useLayer.ts'
import { isPressed, parseKeys } from './keys.ts'
import { areSingleKeysOn } from './singleKeys.ts'

const typing = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"], [role="combobox"]'
const moving = '[role="menu"], [role="listbox"], [role="tree"]'

export interface ShortcutOptions {
  enabled?: boolean | undefined
  /** Whether the shortcut also works while a panel or dialog is above the component. */
  everywhere?: boolean | undefined
  /** Whether the shortcut also works while panels are above the component, but not dialogs. */
  overPanels?: boolean | undefined
  /** Whether the shortcut is for this press of its keys; always by default. */
  isFor?: ((event: KeyboardEvent) => boolean) | undefined
}

/**
 * Runs an action on a key such as `n`, `?`, `mod+k` or `Enter`. Keys without `mod` work only outside inputs and menus, and users
 * can disable single letters.
 */
export function useShortcut(keys: string, action: (event: KeyboardEvent) => void, options: ShortcutOptions = {}) {
  const { enabled = true, everywhere = false, overPanels = false, isFor = () => true } = options
  const layer = use(LayerContext).at(-1)

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const press = parseKeys(keys)
    if (event.defaultPrevented || event.isComposing || !isPressed(press, event)) return
    const top = openLayers().at(-1)
    const isHeard = everywhere || top?.id === layer || (overPanels && top?.kind === 'panel')
    if (!isHeard || !isFor(event)) return
    if (!press.mod && event.target instanceof Element && event.target.closest(`${typing}, ${moving}`)) return
    if (!press.mod && press.key.length === 1 && !areSingleKeysOn()) return
    event.preventDefault()
    action(event)
  })

  useLayoutEffect(() => {
    if (!enabled) return
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [enabled])
}

/** A key with its modifiers, read from a text like `mod+shift+s`, `/` or `Enter`. */
export interface KeyPress {
  key: string
  mod: boolean
  shift: boolean
  alt: boolean
}

/** Reads `mod+k`: `mod` is ⌘ on Apple's systems and Ctrl elsewhere. */
export function parseKeys(text: string): KeyPress {
  const parts = text.split(/\+(?!$)/)
  const key = parts.at(-1) ?? ''
  const modifiers = parts.slice(0, -1)
  return {
    key: key.length === 1 ? key.toLowerCase() : key,
    mod: modifiers.includes('mod'),
    shift: modifiers.includes('shift'),
    alt: modifiers.includes('alt'),
  }
}

/** Whether a pressed key is this one. Shift counts only for named keys and letters: `?` is typed with it on most keyboards. */
export function isPressed(
  press: KeyPress,
  event: Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>,
): boolean {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (key !== press.key || event.altKey !== press.alt) return false
  if ((event.metaKey || event.ctrlKey) !== press.mod) return false
  const isSign = key.length === 1 && key.toLowerCase() === key.toUpperCase()
  return isSign || event.shiftKey === press.shift
}

const names: Record<string, string> = {
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  ' ': 'Space',
}

/** The parts as people know them: `['⌘', 'K']` or `['Ctrl', 'K']`. */
export function nameKeys(text: string, isApple: boolean): string[] {
  const press = parseKeys(text)
  const key = names[press.key] ?? (press.key.length === 1 ? press.key.toUpperCase() : press.key)
  return [
    ...(press.mod ? [isApple ? '⌘' : 'Ctrl'] : []),
    ...(press.alt ? [isApple ? '⌥' : 'Alt'] : []),
    ...(press.shift ? [isApple ? '⇧' : 'Shift'] : []),
    isApple && key === 'Enter' ? '↩' : key,
  ]
}

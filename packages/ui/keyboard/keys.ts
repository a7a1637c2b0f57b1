/** A key with its modifiers, parsed from a text such as `mod+shift+s`, `/` or `Enter`. */
export interface KeyPress {
  key: string
  mod: boolean
  shift: boolean
  alt: boolean
}

/** Parses keys such as `mod+k`. `mod` is ⌘ on Apple systems and Ctrl elsewhere. */
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

/**
 * Whether an event matches a key. Shift and Alt are compared only for letters and named keys: which modifiers a character such
 * as `?` or `[` needs depends on the keyboard layout, and AltGr is reported as Ctrl with Alt.
 */
export function isPressed(
  press: KeyPress,
  event: Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>,
): boolean {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (key !== press.key) return false
  const isSign = key.length === 1 && key.toLowerCase() === key.toUpperCase()
  if (isSign) return (event.metaKey || (event.ctrlKey && !event.altKey)) === press.mod
  const hasMod = event.metaKey || event.ctrlKey
  return hasMod === press.mod && event.shiftKey === press.shift && event.altKey === press.alt
}

const names: Record<string, string> = {
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  ' ': 'Space',
}

/** Returns the displayed names of keys: `['⌘', 'K']` or `['Ctrl', 'K']`. */
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

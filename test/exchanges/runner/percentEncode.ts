const unreserved = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~'

/** Percent-encodes the UTF-8 bytes of a text, except letters, digits, `_.-~` and the safe characters. */
export function percentEncode(text: string, safe = ''): string {
  return Array.from(Buffer.from(text), byte => {
    const character = String.fromCharCode(byte)
    const isUnescaped = byte < 0x80 && (unreserved.includes(character) || safe.includes(character))
    return isUnescaped ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }).join('')
}

/** Encodes a pair of a form like percentEncode, but a space as a plus. */
export function formEncode(text: string): string {
  return percentEncode(text).replaceAll('%20', '+')
}

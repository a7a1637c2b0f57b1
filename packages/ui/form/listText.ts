const escaped = /\\(?=[\\,]|$)|,/g
const parts = /\\([\\,])|,|[^\\,]+|\\/g

/** Joins items with commas. A comma within an item is escaped as `\,`. */
export function writeList(items: readonly string[]): string {
  return items.map(item => item.replace(escaped, sign => `\\${sign}`)).join(', ')
}

/** Splits the text of a list at its unescaped commas into unique, trimmed, non-empty items. */
export function readList(text: string): string[] {
  const items = ['']
  for (const [part, sign] of text.matchAll(parts)) {
    if (part === ',') items.push('')
    else items.push((items.pop() ?? '') + (sign ?? part))
  }
  return [...new Set(items.map(item => item.trim()))].filter(item => item !== '')
}

const escaped = /\\(?=[\\,]|$)|,/g
const parts = /\\([\\,])|,|[^\\,]+|\\/g

/** Items as a text in which commas part them. A comma within an item is written `\,`. */
export function writeList(items: readonly string[]): string {
  return items.map(item => item.replace(escaped, sign => `\\${sign}`)).join(', ')
}

/** The items of such a text, each once; blanks around them do not count, and neither do empty ones. */
export function readList(text: string): string[] {
  const items = ['']
  for (const [part, sign] of text.matchAll(parts)) {
    if (part === ',') items.push('')
    else items.push((items.pop() ?? '') + (sign ?? part))
  }
  return [...new Set(items.map(item => item.trim()))].filter(item => item !== '')
}

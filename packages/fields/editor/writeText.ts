const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\u00a0': '&nbsp;', '"': '&quot;' }

const writeSigns = (text: string, signs: RegExp): string => text.replace(signs, sign => escapes[sign] ?? sign)

/** Escapes an attribute value for double quotes. */
export function writeAttribute(value: string): string {
  return writeSigns(value, /[&<>\u00a0"]/g)
}

/** Escapes text for HTML with significant whitespace. */
export function writeCode(text: string): string {
  return writeSigns(text, /[&<>\u00a0]/g)
}

/** Escapes inline text. Spaces that HTML would collapse become no-break spaces. */
export function writeText(text: string, isFirst: boolean): string {
  const kept = text.replace(/ {2,}/g, spaces => `${'\u00a0'.repeat(spaces.length - 1)} `)
  return writeCode(isFirst ? kept.replace(/^ /, '\u00a0') : kept)
}

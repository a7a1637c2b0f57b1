const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\u00a0': '&nbsp;', '"': '&quot;' }

const writeSigns = (text: string, signs: RegExp): string => text.replace(signs, sign => escapes[sign] ?? sign)

/** The value of an attribute, to stand between double quotes. */
export const writeAttribute = (value: string): string => writeSigns(value, /[&<>\u00a0"]/g)

/** Text as HTML where every space and line counts. */
export const writeCode = (text: string): string => writeSigns(text, /[&<>\u00a0]/g)

/** Text of a line as HTML. Spaces that HTML would swallow, at the start and in a row, are written so that they stay. */
export const writeText = (text: string, isFirst: boolean): string => {
  const kept = text.replace(/ {2,}/g, spaces => `${'\u00a0'.repeat(spaces.length - 1)} `)
  return writeCode(isFirst ? kept.replace(/^ /, '\u00a0') : kept)
}

/** Maximum length of the query string of a record list, without its filter. */
export const maxQueryBytes = 2048

/** Maximum length of a filter in a query string. */
export const maxFilterBytes = 4096

/** Returns the URL-encoded length of a text as the server counts it: three per byte, except letters, digits, blanks and `-_.~`. */
export function encodedLength(text: string): number {
  const plain = text.match(/[\w.~ -]/g)?.length ?? 0
  return plain + (new TextEncoder().encode(text).length - plain) * 3
}

/** Returns the length of a query string with these parameters. */
export function queryLength(query: Record<string, string>): number {
  return Object.entries(query).reduce((sum, [name, value]) => sum + encodedLength(name) + encodedLength(value) + 2, -1)
}

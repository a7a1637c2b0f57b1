/** Maximum number of bytes of the query string of a list of records, beside its filter. */
export const maxQueryBytes = 2048

/** Maximum number of bytes of a filter in a query string. */
export const maxFilterBytes = 4096

/** Bytes of a text in a query string, as the server counts them: three for everything but letters, digits, blanks and `-_.~`. */
export function encodedLength(text: string): number {
  const plain = text.match(/[\w.~ -]/g)?.length ?? 0
  return plain + (new TextEncoder().encode(text).length - plain) * 3
}

/** Bytes of a query string with these parameters. */
export function queryLength(query: Record<string, string>): number {
  return Object.entries(query).reduce((sum, [name, value]) => sum + encodedLength(name) + encodedLength(value) + 2, -1)
}

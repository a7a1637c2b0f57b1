/** Bytes of the longest query string with which records are listed. */
export const longestQuery = 2048

/** Bytes of a text in a query string, as the server counts them: three for everything but letters, digits, blanks and `-_.~`. */
export function encodedLength(text: string): number {
  const plain = text.match(/[\w.~ -]/g)?.length ?? 0
  return plain + (new TextEncoder().encode(text).length - plain) * 3
}

/** Bytes of a query string with these parameters. */
export function queryLength(query: Record<string, string>): number {
  return Object.entries(query).reduce((sum, [name, value]) => sum + encodedLength(name) + encodedLength(value) + 2, -1)
}

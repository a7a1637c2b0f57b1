const words = new Map([
  ...['1', 't', 'T', 'TRUE', 'true', 'True'].map(word => [word, true] as const),
  ...['0', 'f', 'F', 'FALSE', 'false', 'False'].map(word => [word, false] as const),
])

/** Parses a boolean as PocketBase 0.22 does in forms, queries and options; undefined for any other text. */
export function parseBoolean(text: string): boolean | undefined {
  return words.get(text)
}

/** The dialect of a request and its response: the one of PocketBase 0.22, or the one of 0.23 and later. */
export type ApiDialect = 'v022' | 'today'

/** The dialects by the names that clients use, also in the header `X-Dialect`. */
export const dialects = { '0.22': 'v022', today: 'today' } as const satisfies Record<string, ApiDialect>

export type DialectName = keyof typeof dialects

/** Whether a text is the name of a dialect. */
export function isDialectName(text: string): text is DialectName {
  return Object.hasOwn(dialects, text)
}

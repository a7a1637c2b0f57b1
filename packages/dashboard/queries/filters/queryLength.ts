import type { ListRequest } from '../records/records.ts'

/** Maximum length of the query string of a record list, without its filter. */
const maxQueryBytes = 2048

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

/**
 * Returns the first field list that fits into the query string of a record list, or the last one if none fits. Candidates are
 * sorted from the most specific to the most general.
 */
export function fitFields({ sort, expand }: Pick<ListRequest, 'sort' | 'expand'>, candidates: readonly string[][]): string {
  const query = { page: '10000', perPage: '500', skipTotal: '1', sort, expand }
  const lists = candidates.map(names => [...new Set(names)].join(','))
  return lists.find(fields => queryLength({ ...query, fields }) <= maxQueryBytes) ?? lists.at(-1) ?? ''
}

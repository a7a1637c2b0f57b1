import { join, type Sql, sql } from './sql.ts'

/** List lengths in statements. Only a few lengths are used, so that few different statements have to be cached. */
const lengths = [1, 3, 10, 30, 100, 300, 1000]

/** Maximum number of texts in a list. */
export const maxListLength = 1000

/**
 * Returns a list for `IN` with 1 to 1000 texts. Each text is a separate parameter: in a JSON array, SQLite would truncate a text at
 * a NUL character and match another id.
 */
export function boundList(texts: readonly string[]): Sql {
  const length = lengths.find(candidate => candidate >= texts.length) ?? maxListLength
  const [first = ''] = texts
  return sql`(${join(Array.from({ length }, (_, index) => sql`${texts[index] ?? first}`))})`
}

/** Splits texts into lists of at most `maxListLength`. */
export function inLists(texts: readonly string[]): (readonly string[])[] {
  const lists: (readonly string[])[] = []
  for (let start = 0; start < texts.length; start += maxListLength) lists.push(texts.slice(start, start + maxListLength))
  return lists
}

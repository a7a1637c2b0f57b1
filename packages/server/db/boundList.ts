import { join, type Sql, sql } from './sql.ts'

/** Lengths of lists in statements. They are few, so that few statements have to be prepared and kept. */
const lengths = [1, 3, 10, 30, 100, 300, 1000]

/** The most texts that one list takes. */
export const longestList = 1000

/**
 * At most a thousand texts, at least one, as the list behind `IN`. Each is bound by itself: in JSON, SQLite would end a text at a
 * NUL character and find another id.
 */
export const boundList = (texts: readonly string[]): Sql => {
  const length = lengths.find(most => most >= texts.length) ?? longestList
  const [first = ''] = texts
  return sql`(${join(Array.from({ length }, (_, index) => sql`${texts[index] ?? first}`))})`
}

/** The texts in lists that are not too long. */
export const inLists = (texts: readonly string[]): (readonly string[])[] => {
  const lists: (readonly string[])[] = []
  for (let start = 0; start < texts.length; start += longestList) lists.push(texts.slice(start, start + longestList))
  return lists
}

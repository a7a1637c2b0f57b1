import { maskSql } from './maskSql.ts'

/** The words of SQLite that name what it does not know, wherever that stands, and what it stumbled over at one place. */
const unknownName = /(?:no such (?:column|table|function)|ambiguous column name): (\w+(?:\.\w+)*)/
const stumbling = /near "(.+)": syntax error/

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const find = (sql: string, name: string) =>
  [...sql.matchAll(new RegExp(/^\w/.test(name) ? `(?<![\\w.])${escaped(name)}(?!\\w)` : escaped(name), 'gi'))].map(
    ({ index }) => ({
      from: index,
      to: index + name.length,
    }),
  )

/** Where in a query the fault is that a message of the server tells of; undefined where that cannot be told for sure. */
export function placeOfFault(query: string, message: string): { from: number; to: number } | undefined {
  const sql = maskSql(query)
  const name = unknownName.exec(message)?.[1]
  // The schema before a table may be SQLite's own addition.
  if (name !== undefined) return find(sql, name)[0] ?? find(sql, name.split('.').at(-1) ?? name)[0]
  const token = stumbling.exec(message)?.[1]
  const [only, another] = token === undefined ? [] : find(sql, token)
  return another ? undefined : only
}

const unread = /'(?:[^']|'')*'?|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g

/** Replaces strings and comments with blanks of the same length, so that only names and keywords are found. */
export function maskSql(sql: string): string {
  return sql.replace(unread, found => ' '.repeat(found.length))
}

/** SQLite's messages for unknown names and unexpected tokens. */
const unknownName = /(?:no such (?:column|table|function)|ambiguous column name): (\w+(?:\.\w+)*)/
const unexpectedToken = /near "(.+)": syntax error/

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const find = (sql: string, name: string) =>
  [...sql.matchAll(new RegExp(/^\w/.test(name) ? `(?<![\\w.])${escaped(name)}(?!\\w)` : escaped(name), 'gi'))].map(
    ({ index }) => ({
      from: index,
      to: index + name.length,
    }),
  )

/** Returns the position of a server error in a query; undefined if it is ambiguous. */
export function locateQueryError(query: string, message: string): { from: number; to: number } | undefined {
  const sql = maskSql(query)
  const name = unknownName.exec(message)?.[1]
  // SQLite may have added the schema before a table name.
  if (name !== undefined) return find(sql, name)[0] ?? find(sql, name.split('.').at(-1) ?? name)[0]
  const token = unexpectedToken.exec(message)?.[1]
  const [only, another] = token === undefined ? [] : find(sql, token)
  return another ? undefined : only
}

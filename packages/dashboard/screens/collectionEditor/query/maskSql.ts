const unread = /'(?:[^']|'')*'?|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g

/** Replaces strings and comments with blanks of the same length, so that only names and keywords are found. */
export function maskSql(sql: string): string {
  return sql.replace(unread, found => ' '.repeat(found.length))
}

const unread = /'(?:[^']|'')*'?|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g

/** SQL in which texts and comments are blanks, so that only names and words are found in it; all else keeps its place. */
export const maskSql = (sql: string): string => sql.replace(unread, found => ' '.repeat(found.length))

const unread = /'(?:[^']|'')*'?|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g

/** Replaces strings and comments with blanks of the same length, so that only names and keywords are found. */
export const maskSql = (sql: string): string => sql.replace(unread, found => ' '.repeat(found.length))

import { parseIndex } from './parseIndex.ts'
import { printIndex } from './printIndex.ts'

/** Texts in quotes, names in each of SQLite's quotes, and bare names. */
const words = /'(?:[^']|'')*'|`[^`]*`|"[^"]*"|\[[^\]]*\]|[\p{L}_][\p{L}\p{N}_$]*/gu

const bare = (word: string): string => (/^[`"[]/.test(word) ? word.slice(1, -1) : word)

/** Whether a part of an index statement, a name or an expression, speaks of a column. */
const names = (sql: string, column: string): boolean =>
  bare(sql) === column || (sql.match(words) ?? []).some(word => !word.startsWith("'") && bare(word) === column)

/** Whether an index stands on a column: among its columns, in an expression or in its condition. */
export const usesColumn = (statement: string, column: string): boolean => {
  const index = parseIndex(statement)
  return index !== undefined && [...index.columns.map(({ name }) => name), index.where].some(sql => names(sql, column))
}

/** The statement after columns of its table took new names, all at once; the same text where it uses none or cannot be read. */
export const renameIndexColumns = (statement: string, newNames: ReadonlyMap<string, string>): string => {
  const index = parseIndex(statement)
  if (index === undefined || ![...newNames.keys()].some(column => usesColumn(statement, column))) return statement
  const inSql = (sql: string): string =>
    sql.replace(words, word => {
      const name = word.startsWith("'") ? undefined : newNames.get(bare(word))
      return name === undefined ? word : `\`${name}\``
    })
  const columns = index.columns.map(column => ({ ...column, name: newNames.get(column.name) ?? inSql(column.name) }))
  return printIndex({ ...index, columns, where: inSql(index.where) })
}

/** The statement on a table that was renamed; the same text where it cannot be read or stands on that table already. */
export const renameIndexTable = (statement: string, table: string): string => {
  const index = parseIndex(statement)
  return index === undefined || index.table === table ? statement : printIndex({ ...index, table })
}

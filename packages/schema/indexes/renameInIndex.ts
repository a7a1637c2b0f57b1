import { parseIndex } from './parseIndex.ts'
import { printIndex } from './printIndex.ts'

/** Matches string literals, names in any of SQLite's quotes, and bare names. */
const words = /'(?:[^']|'')*'|`[^`]*`|"[^"]*"|\[[^\]]*\]|[\p{L}_][\p{L}\p{N}_$]*/gu

const bare = (word: string): string => (/^[`"[]/.test(word) ? word.slice(1, -1) : word)

/** Whether a name or an expression of an index statement refers to a column. */
const names = (sql: string, column: string): boolean =>
  bare(sql) === column || (sql.match(words) ?? []).some(word => !word.startsWith("'") && bare(word) === column)

/** Whether an index uses a column: directly, in an expression or in its condition. */
export function usesColumn(statement: string, column: string): boolean {
  const index = parseIndex(statement)
  return index !== undefined && [...index.columns.map(({ name }) => name), index.where].some(sql => names(sql, column))
}

/** Renames columns in an index statement, all at once. Returns statements unchanged that use none or cannot be parsed. */
export function renameIndexColumns(statement: string, newNames: ReadonlyMap<string, string>): string {
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

/** Changes the table of an index statement. Returns statements unchanged that cannot be parsed or already use the table. */
export function renameIndexTable(statement: string, table: string): string {
  const index = parseIndex(statement)
  return index === undefined || index.table === table ? statement : printIndex({ ...index, table })
}

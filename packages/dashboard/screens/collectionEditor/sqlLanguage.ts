import type { CodeLanguage } from '@coffer/ui'

/** SQLite's SQL dialect, for the editors of queries and indexes. */
export const sqlLanguage: CodeLanguage = async () => {
  const { SQLite, sql } = await import('@codemirror/lang-sql')
  return sql({ dialect: SQLite })
}

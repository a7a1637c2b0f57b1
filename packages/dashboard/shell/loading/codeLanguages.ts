import type { CodeLanguage } from '@coffer/ui'

/** HTML highlighting, loaded on first use. */
export const htmlLanguage: CodeLanguage = async () => (await import('@codemirror/lang-html')).html()

/** JSON highlighting, loaded on first use. */
export const jsonLanguage: CodeLanguage = async () => (await import('@codemirror/lang-json')).json()

/** SQLite's SQL dialect, for the editors of queries and indexes. */
export const sqlLanguage: CodeLanguage = async () => {
  const { SQLite, sql } = await import('@codemirror/lang-sql')
  return sql({ dialect: SQLite })
}

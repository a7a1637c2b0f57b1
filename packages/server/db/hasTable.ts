import type { Reader } from './engine.ts'
import { sql } from './sql.ts'

/** Whether a database has a table of this name. */
export const hasTable = async (reader: Reader, table: string): Promise<boolean> =>
  (await reader.row(sql`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ${table}`)) !== undefined

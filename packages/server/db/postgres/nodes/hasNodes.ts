import type { Reader } from '../../engine.ts'
import { name, sql } from '../../sql.ts'

const nodes = name('_cofferNodes')

/** Returns whether nodes run on a database. Its table of nodes is created by the first one. */
export async function hasNodes(reader: Reader): Promise<boolean> {
  const [hasTable] = (await reader.row(sql`SELECT to_regclass('"_cofferNodes"') IS NOT NULL`)) ?? []
  if (!hasTable) return false
  const live = await reader.row(sql`SELECT name FROM ${nodes} WHERE lease > clock_timestamp() - interval '5 s' LIMIT 1`)
  return live !== undefined
}

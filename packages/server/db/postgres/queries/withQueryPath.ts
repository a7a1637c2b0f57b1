import { messageOf } from '../../../errors/inspectError.ts'
import { DatabaseError } from '../../DatabaseError.ts'
import type { Reader } from '../../engine.ts'
import { sql } from '../../sql.ts'
import { sqlStateOf } from '../classifyError.ts'

/** What to do about errors that SQLite would not report, by their SQLSTATE. */
const remedies: Readonly<Record<string, string>> = {
  '22P02': 'PostgreSQL compares only values of the same type: convert one with CAST',
  '42725': 'Convert the values with CAST',
  '42803': 'PostgreSQL needs every column in GROUP BY or in a function such as MIN',
  '42804':
    'PostgreSQL needs values of the same type: convert them with CAST, or compare a number with 0 where a condition is needed',
  '42883': 'Convert the values with CAST',
  '42P10': 'Sort a query with DISTINCT only by its columns',
}

/** Words an error of PostgreSQL like one of SQLite, or says how to make the query portable. */
function explained(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error
  const missing = /^column "?(.*?)"? does not exist$/.exec(error.message)?.[1]
  if (missing !== undefined) return new DatabaseError(error.kind, `no such column: ${missing}`, { cause: error.cause })
  const remedy = remedies[sqlStateOf(error) ?? '']
  if (remedy === undefined) return error
  const message = `The query is not portable to PostgreSQL: ${messageOf(error)}. ${remedy}.`
  return new DatabaseError(error.kind, message, { cause: error.cause })
}

/** The schema with the tables. In `withQueryPath` it is the last one of the path. */
export const ownSchema = sql`(CASE current_schema() WHEN 'coffer' THEN (current_schemas(false))[cardinality(current_schemas(false))]
  ELSE current_schema() END)`

/**
 * Runs translated statements. Their functions and operators are found in the schema `coffer` before those of PostgreSQL, so that they
 * mean what they mean in SQLite.
 */
export async function withQueryPath<T>(reader: Reader, work: () => Promise<T>): Promise<T> {
  const path = sql`SELECT current_setting('search_path'),
    set_config('search_path', 'coffer, pg_catalog, ' || quote_ident(current_schema()), false)`
  const [before] = (await reader.row(path)) ?? []
  const reset = () => reader.row(sql`SELECT set_config('search_path', ${String(before)}, false)`)
  let result: T
  try {
    result = await work()
  } catch (error) {
    // In a transaction that has failed, the rollback restores the path.
    await reset().catch(() => undefined)
    throw explained(error)
  }
  await reset()
  return result
}

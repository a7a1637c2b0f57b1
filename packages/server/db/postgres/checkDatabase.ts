import type { Client, PoolConfig } from 'pg'
import { moveProgressTable } from '../schemaObjects.ts'
import { createClient } from './connectionOptions.ts'

/** PostgreSQL 16 introduced subqueries in FROM without an alias, which the server uses. */
const minMajorVersion = 16

/** A table that every database of Coffer has. */
const ownTable = '_collections'

interface Facts {
  version: number
  role: string
  database: string
  schema: string | null
  canCreate: boolean | null
  tables: string[]
}

const facts = `
  SELECT current_setting('server_version_num')::int / 10000 AS version, current_user::text AS role, current_database()::text AS database,
    current_schema()::text AS schema, has_schema_privilege(current_schema(), 'CREATE') AS "canCreate",
    ARRAY(SELECT relname::text FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v')
      ORDER BY relname) AS tables`

/** Returns why the content of a database cannot be used. */
function contentProblem({ database, tables }: Facts, isMoveTarget: boolean): string | undefined {
  if (tables.length === 0 || (isMoveTarget && tables.includes(moveProgressTable))) return undefined
  if (isMoveTarget)
    return `The database "${database}" is not empty: it has the table "${tables[0]}". Move into an empty database.`
  if (tables.includes(moveProgressTable))
    return `A move into the database "${database}" is not complete. Run coffer move again with the same --from and --to, which finishes it.`
  return tables.includes(ownTable)
    ? undefined
    : `The database "${database}" belongs to another application: it has the table "${tables[0]}". Use an empty database.`
}

function problemOf(found: Facts, isMoveTarget: boolean): string | undefined {
  const { version, role, database, schema, canCreate } = found
  if (version < minMajorVersion) return `PostgreSQL ${version} is too old. Coffer needs version ${minMajorVersion} or newer.`
  if (schema === null)
    return `The role "${role}" has no schema in the database "${database}". Create one, such as with CREATE SCHEMA public.`
  if (!canCreate)
    return `The role "${role}" may not create tables in the database "${database}". Run: GRANT CREATE ON SCHEMA ${schema} TO "${role}"`
  return contentProblem(found, isMoveTarget)
}

/** What to do about the errors of a first connection, by their SQLSTATE or system code. */
const remedies: Readonly<Record<string, string>> = {
  '28P01': 'Check the password, which can also be in PGPASSWORD or ~/.pgpass.',
  '28000': 'Check the role, the password and pg_hba.conf.',
  '3D000': 'Create the database, such as with the command createdb.',
  '53300': 'Raise max_connections, or lower the pool sizes of Coffer.',
  '57P03': 'The server is starting or stopping. Try again in a moment.',
  ESTANDBY: 'Promote it, or name the primary in the address as well.',
  ECONNREFUSED: 'Check the address, and that PostgreSQL is running.',
  ENOTFOUND: 'Check the name of the host.',
}

/** Returns the place of a database for messages, without the password. */
const placeOf = ({ host, port, database }: Client): string => `${host}:${port}/${database}`

function connectionProblem(client: Client, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  // An unreachable host with several addresses is reported as an error without a message.
  const reason = error instanceof Error && error.message !== '' ? error.message : code
  const remedy = remedies[code] ?? 'Check the address, the network and the TLS settings.'
  return `Couldn't connect to PostgreSQL at ${placeOf(client)}: ${reason}. ${remedy}`
}

/**
 * Checks that a database can be used.
 * @param content.isMoveTarget whether the database must be empty, or have an unfinished move into it
 * @throws Error with a sentence for the command line if it is unreachable or too old, if the role may not create tables, or if the
 * database belongs to another application
 */
export async function checkDatabase(options: PoolConfig, { isMoveTarget = false } = {}): Promise<void> {
  const client = createClient(options)
  // The error of a lost connection is also the error of the query.
  client.on('error', () => undefined)
  let found: Facts | undefined
  try {
    await client.connect()
    found = (await client.query<Facts>(facts)).rows[0]
  } catch (error) {
    throw new Error(connectionProblem(client, error), { cause: error })
  } finally {
    await client.end().catch(() => undefined)
  }
  const problem = found && problemOf(found, isMoveTarget)
  if (problem !== undefined) throw new Error(problem)
}

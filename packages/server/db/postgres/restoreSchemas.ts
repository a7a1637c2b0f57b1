import type { Client, PoolConfig } from 'pg'
import { serverTables } from '../serverTables.ts'
import { classifyError } from './classifyError.ts'
import { withClient } from './connectionOptions.ts'
import { storedName } from './translate.ts'

/** The schema into which a restore copies the new data. */
export const incomingSchema = 'coffer_restore'

/** The schema with the replaced data. It exists from the moment at which the new data is in place until the restore is complete. */
const replacedSchema = 'coffer_replaced'

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Runs work on a connection of its own. */
async function withConnection<T>(options: PoolConfig, work: (client: Client) => Promise<T>): Promise<T> {
  try {
    return await withClient({ ...options, pipeline: false }, work)
  } catch (error) {
    throw classifyError(error)
  }
}

const readNames = async (client: Client, text: string, values: unknown[] = []): Promise<string[]> =>
  (await client.query<{ name: string }>(text, values)).rows.map(({ name }) => name)

const ownSchemaOf = async (client: Client): Promise<string> =>
  (await readNames(client, 'SELECT current_schema()::text AS name'))[0] ?? 'public'

const hasSchema = async (client: Client, schema: string): Promise<boolean> =>
  (await readNames(client, 'SELECT nspname::text AS name FROM pg_namespace WHERE nspname = $1', [schema])).length > 0

/** Statements that move the tables, views and functions of Coffer from one schema to another. Tables of other programs stay. */
async function movingStatements(client: Client, from: string, to: string): Promise<string[]> {
  const collections = await readNames(client, `SELECT name FROM ${quoted(from)}._collections`)
  const own = [...serverTables.map(({ name }) => name), ...collections.map(storedName)]
  const { rows } = await client.query<{ name: string; kind: string }>(
    `SELECT relname::text AS name, relkind AS kind FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind IN ('r', 'p', 'v')
      AND (relname = ANY ($2::text[]) OR relname ~ '^_coffer')`,
    [quoted(from), own],
  )
  const functions = await readNames(
    client,
    `SELECT oid::regprocedure::text AS name FROM pg_proc WHERE pronamespace = $1::regnamespace AND proname ~ '^_coffer'`,
    [quoted(from)],
  )
  return [
    ...rows.map(
      ({ name, kind }) => `ALTER ${kind === 'v' ? 'VIEW' : 'TABLE'} ${quoted(from)}.${quoted(name)} SET SCHEMA ${quoted(to)}`,
    ),
    ...functions.map(name => `ALTER FUNCTION ${name.includes('.') ? name : `${quoted(from)}.${name}`} SET SCHEMA ${quoted(to)}`),
  ]
}

/** Moves the current data to one schema, and the data of another schema in its place, in one transaction. */
const exchange = (options: PoolConfig, { incoming, outgoing }: { incoming: string; outgoing: string }): Promise<void> =>
  withConnection(options, async client => {
    const own = await ownSchemaOf(client)
    await client.query('BEGIN')
    await client.query(`CREATE SCHEMA ${outgoing}`)
    for (const statement of await movingStatements(client, own, outgoing)) await client.query(statement)
    for (const statement of await movingStatements(client, incoming, own)) await client.query(statement)
    await client.query(`DROP SCHEMA ${incoming}`)
    await client.query('COMMIT')
  })

/** Creates an empty schema for the new data of a restore. */
export function createIncomingSchema(options: PoolConfig): Promise<void> {
  return withConnection(options, async client => {
    await dropSchema(client, incomingSchema)
    await client.query(`CREATE SCHEMA ${incomingSchema}`)
  })
}

/** Drops the tables of a schema one by one, because a single statement would lock more tables than PostgreSQL allows. */
async function dropSchema(client: Client, schema: string): Promise<void> {
  if (!(await hasSchema(client, schema))) return
  const tables = await readNames(
    client,
    `SELECT relname::text AS name FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind IN ('r', 'p')`,
    [schema],
  )
  for (const table of tables) await client.query(`DROP TABLE ${schema}.${quoted(table)} CASCADE`)
  await client.query(`DROP SCHEMA ${schema} CASCADE`)
}

/** Puts the new data in place of the current data. */
export function enterIncoming(options: PoolConfig): Promise<void> {
  return exchange(options, { incoming: incomingSchema, outgoing: replacedSchema })
}

/** Puts the replaced data back. */
export function revertIncoming(options: PoolConfig): Promise<void> {
  return withConnection(options, client => hasSchema(client, replacedSchema)).then(isReplaced =>
    isReplaced ? exchange(options, { incoming: replacedSchema, outgoing: incomingSchema }) : undefined,
  )
}

/** Whether the new data of a restore is in place, and the restore is not yet complete. */
export function isIncomingInPlace(options: PoolConfig): Promise<boolean> {
  return withConnection(options, client => hasSchema(client, replacedSchema))
}

/** Removes what a restore has left behind: the replaced data, or new data that was not put in place. */
export function dropRestoreSchemas(options: PoolConfig): Promise<void> {
  return withConnection(options, async client => {
    await dropSchema(client, replacedSchema)
    await dropSchema(client, incomingSchema)
  })
}

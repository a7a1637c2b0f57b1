import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Client } from 'pg'
import { constant } from '../sql.ts'

// The addresses are written out, because the package contains the files that the sources refer to in this form.
const valueFile = readFileSync(new URL('./valueFunctions.sql', import.meta.url), 'utf8')
const viewFile = readFileSync(new URL('./viewFunctions.sql', import.meta.url), 'utf8')

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The functions of the schema `coffer`, which the views of collections call. The statements can run again. */
export const viewFunctions = valueFile + viewFile

const valueVersion = hashOf(valueFile)
/** The name of the schema of this version. No other version changes it. */
const functionsSchema = `coffer_${valueVersion.slice(0, 12)}`

/** The functions that statements call, in the schema of this version. The statements can run again. */
export const statementFunctions = valueFile.replaceAll(/\bcoffer(?=[.;])/g, functionsSchema)

/** The schema of the functions that statements call, as in `${own}.at(…)`. */
export const own = constant(functionsSchema)

/** The first key of the advisory locks of versions. The second one is part of the hash. */
const versionLock = 0x636f6676
const keyOf = (version: string): number => Number.parseInt(version.slice(0, 8), 16) | 0

const viewVersion = hashOf(viewFunctions)

/** Locks the functions of this version until the session ends. Others then neither remove nor replace them. */
export const lockFunctions = `SELECT ${[valueVersion, viewVersion]
  .map(version => `pg_advisory_lock_shared(${versionLock}, ${keyOf(version)})`)
  .join(', ')}`

/** Runs work if no session uses a version of functions. */
async function ifUnused(client: Client, version: string, work: () => Promise<unknown>): Promise<void> {
  const keys = [versionLock, keyOf(version)]
  const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS locked', keys)
  if (!rows[0]?.locked) return
  try {
    await work()
  } finally {
    await client.query('SELECT pg_advisory_unlock($1, $2)', keys)
  }
}

/** The schemas of functions with their versions, which are their comments. */
const findSchemas = `SELECT nspname::text AS name, obj_description(oid, 'pg_namespace') AS version
  FROM pg_namespace WHERE nspname ~ '^coffer(_[0-9a-f]{12})?$'`

const create = (client: Client, schema: string, functions: string, version: string) =>
  client.query(`BEGIN;\n${functions}\nCOMMENT ON SCHEMA ${schema} IS '${version}';\nCOMMIT`)

/** Creates the functions that the statements of this version call, unless they exist. */
export async function createStatementFunctions(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; version: string | null }>(findSchemas)
  if (!rows.some(({ version }) => version === valueVersion))
    await create(client, functionsSchema, statementFunctions, valueVersion)
}

/**
 * Creates the functions of this version. Replaces the ones that views call, and removes the ones that statements of other versions call,
 * unless a session of such a version is open: a newer command must not change them under an older server.
 */
export async function createFunctions(client: Client): Promise<void> {
  await createStatementFunctions(client)
  const { rows } = await client.query<{ name: string; version: string | null }>(findSchemas)
  for (const { name, version } of rows) {
    if (name === 'coffer' || name === functionsSchema) continue
    await ifUnused(client, version ?? '0', () => client.query(`DROP SCHEMA ${name} CASCADE`))
  }
  const current = rows.find(({ name }) => name === 'coffer')?.version
  if (current === viewVersion) return
  const replace = () => create(client, 'coffer', viewFunctions, viewVersion)
  if (current) await ifUnused(client, current, replace)
  else await replace()
}

import { createHash } from 'node:crypto'
import pg, { type PoolConfig } from 'pg'
import { checkDatabase } from './checkDatabase.ts'
import { valueFunctions } from './valueFunctions.ts'

/** The key of the advisory lock that the servers hold while they set up a database. */
const setupLock = 0x636f6666

/** The comment of the schema `coffer`, from which a server knows that the functions are the ones that it needs. */
const functionsVersion = createHash('sha256').update(valueFunctions).digest('hex')

const findVersion = `SELECT obj_description(to_regnamespace('coffer')::oid, 'pg_namespace') AS version`

const createFunctions = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ version: string | null }>(findVersion)
  if (rows[0]?.version === functionsVersion) return
  await client.query(`BEGIN;\n${valueFunctions}\nCOMMENT ON SCHEMA coffer IS '${functionsVersion}';\nCOMMIT`)
}

/** Explains a missing privilege. Other errors stay as they are. */
const setupError = (error: unknown, { user, database }: pg.Client): unknown =>
  error instanceof pg.DatabaseError && error.code === '42501'
    ? new Error(
        `The role "${user}" may not set up the database "${database}": ${error.message}. Run: GRANT CREATE ON DATABASE "${database}" TO "${user}"`,
        { cause: error },
      )
    : error

/**
 * Checks that a database can be used and sets it up, while no other server does.
 * @param createTables creates the tables unless they exist
 * @param content see `checkDatabase`
 * @throws Error with a sentence for the command line, see `checkDatabase`
 */
export const prepareDatabase = async (
  options: PoolConfig,
  createTables: () => Promise<void>,
  content: Parameters<typeof checkDatabase>[1] = {},
): Promise<void> => {
  await checkDatabase(options, content)
  const client = new pg.Client(options)
  // The error of a lost connection is also the error of the statement.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('SELECT pg_advisory_lock($1)', [setupLock])
    await createFunctions(client)
    await createTables()
  } catch (error) {
    throw setupError(error, client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

import pg, { type PoolConfig } from 'pg'
import { messageOf } from '../../errors/inspectError.ts'
import { checkDatabase } from './checkDatabase.ts'
import { withClient } from './connectionOptions.ts'
import { createFunctions, createStatementFunctions, lockFunctions } from './functions.ts'

/** The key of the advisory lock that the servers hold while they set up a database. */
const setupLock = 0x636f6666

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
 * @param createTables creates the tables unless they exist; receives the connection that holds the lock
 * @param content see `checkDatabase`
 * @throws Error with a sentence for the command line, see `checkDatabase`
 */
export async function prepareDatabase(
  options: PoolConfig,
  createTables: (client: pg.Client) => Promise<void>,
  content: Parameters<typeof checkDatabase>[1] = {},
): Promise<void> {
  await checkDatabase(options, content)
  await withClient(options, async client => {
    try {
      await client.query('SELECT pg_advisory_lock($1)', [setupLock])
      await client.query(lockFunctions)
      await createFunctions(client)
      await createTables(client)
    } catch (error) {
      throw setupError(error, client)
    }
  })
}

/**
 * Creates what reading a database needs that another version has set up.
 * @throws Error with a sentence for the command line if the role may only read
 */
export async function prepareToExamine(options: PoolConfig): Promise<void> {
  try {
    await withClient(options, async client => {
      await client.query(lockFunctions)
      await createStatementFunctions(client)
    })
  } catch (error) {
    throw new Error(
      `The database was set up by another version of Coffer, and this one may not add its functions: ${messageOf(error)}. Use that version, or a role that may create schemas.`,
      { cause: error },
    )
  }
}

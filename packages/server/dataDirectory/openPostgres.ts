import type { CofferSettings } from '@coffer/schema'
import type { Engine } from '../db/engine.ts'
import { checkDatabase } from '../db/postgres/checkDatabase.ts'
import { connectionOptions, withClient } from '../db/postgres/connectionOptions.ts'
import { NodeLog } from '../db/postgres/nodes/NodeLog.ts'
import { createNodeTables } from '../db/postgres/nodes/nodeTables.ts'
import { PostgresEngine, type PostgresPools } from '../db/postgres/PostgresEngine.ts'
import { prepareDatabase, prepareToExamine } from '../db/postgres/prepareDatabase.ts'
import { ServerSession } from '../db/postgres/ServerSession.ts'
import type { ConnectionEpoch } from '../runtime/cache/ConnectionEpoch.ts'
import { firstSettings } from '../settings/defaultSettings.ts'
import { createTables } from './createTables.ts'

/** Connections of the thread that writes: transactions at the same time, and reads outside of them. */
const writerConnections = { writeConnections: 10, readConnections: 5 }
/** Connections of a thread that reads: one for each request that it serves at the same time. */
const readerConnections = { writeConnections: 0, readConnections: 8 }

interface PostgresOptions {
  /** The address of the database. */
  database: string
  /** Maximum duration of a read in seconds. */
  queryTimeout: number
  /** Returns a number that changes with the collections. */
  schemaVersion: () => number
  /** Which connections the threads of a server can go on using. */
  connections?: ConnectionEpoch
  /** The name of this server among several, and the address of messages to it. */
  node?: string
  nodeAddress?: string
  /** The dialect of a new installation. */
  firstDialect?: CofferSettings['dialect']
}

/** PostgreSQL ends a transaction of a suspended node after this time, so that changes of collections do not wait for it. */
const nodeSettings = { idle_in_transaction_session_timeout: 5_000 }

type EngineOptions = Pick<PostgresPools, 'announcesChanges' | 'readConnections' | 'session' | 'writeConnections'>

const openEngine = (
  { database, queryTimeout, schemaVersion, connections, node }: PostgresOptions,
  options: EngineOptions,
): PostgresEngine =>
  new PostgresEngine({
    connection: { ...connectionOptions(database), ...(node !== undefined && nodeSettings) },
    readTimeoutMs: queryTimeout * 1000,
    schemaVersion,
    ...(connections && { connections }),
    ...options,
  })

async function createMissingTables(db: Engine, options: PostgresOptions): Promise<void> {
  if (await db.schema.hasTable(db, '_migrations')) return
  const tables = Object.values(db.schema.systemTables).flat()
  await db.transaction(transaction => createTables(transaction, tables, firstSettings(options)))
}

/** Opens a database after setting it up if it is empty. */
async function openPrepared(options: PostgresOptions, engineOptions: EngineOptions): Promise<PostgresEngine> {
  const db = openEngine(options, engineOptions)
  try {
    await prepareDatabase(connectionOptions(options.database), async client => {
      await createMissingTables(db, options)
      if (options.node !== undefined) await createNodeTables(statement => client.query(statement))
    })
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

/** The key of the advisory lock of a program that runs migrations. */
const migrationLock = 0x636f666d

/**
 * Runs work while no other program runs migrations on a database. The lock belongs to a session of its own: a transaction that waited
 * inside would not see what the others have committed.
 * @throws Error with a sentence for the command line
 */
export async function withPostgresMigrationLock<T>(database: string, work: () => Promise<T>): Promise<T> {
  const connection = connectionOptions(database)
  await checkDatabase(connection)
  return withClient(connection, async client => {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock])
    return work()
  })
}

/**
 * Opens a PostgreSQL database for the thread of its server that writes. Sets it up if it is empty.
 * @throws Error with a sentence for the command line
 */
export async function openPostgres(options: PostgresOptions): Promise<Engine> {
  const connection = connectionOptions(options.database)
  await checkDatabase(connection)
  const node = options.node === undefined ? undefined : new NodeLog(options.node, options.nodeAddress ?? '')
  const db = await openPrepared(options, {
    ...writerConnections,
    session: await ServerSession.open(connection, { node, connections: options.connections }),
  })
  // Migrations at the start change what other nodes serve before this one joins them.
  db.isBesideNodes = node !== undefined
  return db
}

/**
 * Opens a PostgreSQL database for a command, while a server may run on it.
 * @throws Error with a sentence for the command line
 */
export async function openPostgresForCommand(options: PostgresOptions): Promise<Engine> {
  const db = await openPrepared(options, { readConnections: 1, writeConnections: 1, announcesChanges: true })
  db.isBesideNodes = await db.schema.hasTable(db, '_cofferNodeLog')
  return db
}

/**
 * Opens a PostgreSQL database to read all of it, without a time limit.
 * @throws Error with a sentence for the command line, also if the database is empty
 */
export async function openPostgresToExamine(database: string): Promise<Engine> {
  await checkDatabase(connectionOptions(database))
  const db = openEngine({ database, queryTimeout: 0, schemaVersion: () => 0 }, { readConnections: 2, writeConnections: 0 })
  try {
    if (!(await db.schema.hasTable(db, '_migrations'))) throw new Error('The database is empty. Check --database.')
    await prepareToExamine(connectionOptions(database))
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

/** Opens a PostgreSQL database for a thread that only reads. */
export function openPostgresReader(options: PostgresOptions): Engine {
  return openEngine(options, readerConnections)
}

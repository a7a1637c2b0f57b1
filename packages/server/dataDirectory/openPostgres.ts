import type { Engine } from '../db/engine.ts'
import { checkDatabase } from '../db/postgres/checkDatabase.ts'
import { connectionOptions } from '../db/postgres/connectionOptions.ts'
import { PostgresEngine, type PostgresPools } from '../db/postgres/PostgresEngine.ts'
import { prepareDatabase } from '../db/postgres/prepareDatabase.ts'
import { ServerSession } from '../db/postgres/ServerSession.ts'
import { databaseSchema } from '../db/threadDatabase.ts'
import { defaultSettings } from '../settings/defaultSettings.ts'
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
}

type EngineOptions = Pick<PostgresPools, 'announcesChanges' | 'readConnections' | 'session' | 'writeConnections'>

const openEngine = ({ database, queryTimeout, schemaVersion }: PostgresOptions, options: EngineOptions): PostgresEngine =>
  new PostgresEngine({
    connection: connectionOptions(database),
    readTimeoutMs: queryTimeout * 1000,
    schemaVersion,
    ...options,
  })

const createMissingTables = async (db: Engine): Promise<void> => {
  if (await databaseSchema.hasTable(db, '_migrations')) return
  const tables = Object.values(databaseSchema.systemTables).flat()
  await db.transaction(transaction => createTables(transaction, tables, defaultSettings()))
}

/** Opens a database after setting it up if it is empty. */
const openPrepared = async (options: PostgresOptions, engineOptions: EngineOptions): Promise<Engine> => {
  const db = openEngine(options, engineOptions)
  try {
    await prepareDatabase(connectionOptions(options.database), () => createMissingTables(db))
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

/**
 * Opens a PostgreSQL database for the thread of its server that writes. Sets it up if it is empty.
 * @throws Error with a sentence for the command line
 */
export const openPostgres = async (options: PostgresOptions): Promise<Engine> => {
  const connection = connectionOptions(options.database)
  await checkDatabase(connection)
  return openPrepared(options, { ...writerConnections, session: await ServerSession.open(connection) })
}

/**
 * Opens a PostgreSQL database for a command, while a server may run on it.
 * @throws Error with a sentence for the command line
 */
export const openPostgresForCommand = (options: PostgresOptions): Promise<Engine> =>
  openPrepared(options, { readConnections: 1, writeConnections: 1, announcesChanges: true })

/**
 * Opens a PostgreSQL database to read all of it, without a time limit.
 * @throws Error with a sentence for the command line, also if the database is empty
 */
export const openPostgresToExamine = async (database: string): Promise<Engine> => {
  await checkDatabase(connectionOptions(database))
  const db = openEngine({ database, queryTimeout: 0, schemaVersion: () => 0 }, { readConnections: 2, writeConnections: 0 })
  if (await databaseSchema.hasTable(db, '_migrations')) return db
  await db.close()
  throw new Error('The database is empty. Check --database.')
}

/** Opens a PostgreSQL database for a thread that only reads. */
export const openPostgresReader = (options: PostgresOptions): Engine => openEngine(options, readerConnections)

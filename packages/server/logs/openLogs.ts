import type { Config } from '../config/config.ts'
import type { Reader } from '../db/engine.ts'
import { chooseDatabase } from '../db/threadDatabase.ts'
import type { LogReader } from './LogReader.ts'
import type { LogStore } from './LogStore.ts'
import { logsPath } from './sqlite/logsPath.ts'
import { SqliteLogReader } from './sqlite/SqliteLogReader.ts'
import { SqliteLogStore } from './sqlite/SqliteLogStore.ts'

type LogConfig = Pick<Config, 'dataDir' | 'database'>

/**
 * Opens the log for writing. Only one thread of a process does.
 * @param takeDamageReport returns whether a reader has found damage since the last call
 * @throws Error with a message for the command line
 */
export const openLogStore = async ({ dataDir, database }: LogConfig, takeDamageReport: () => boolean): Promise<LogStore> => {
  if (database === undefined) return SqliteLogStore.open(logsPath(dataDir), takeDamageReport)
  await chooseDatabase('postgres')
  const { PostgresLogStore } = await import('./postgres/PostgresLogStore.ts')
  return new PostgresLogStore(database)
}

/** The log in a PostgreSQL database. Triggers count its entries. */
const readDatabase = (db: Reader): LogReader => ({
  rows: (statement, maxLength) => db.rows(statement, maxLength),
  row: statement => db.row(statement),
  isCounted: async () => true,
  close: async () => undefined,
})

/**
 * Opens the log for reading.
 * @param db the database of the records, which also contains the log on PostgreSQL
 * @param onDamage called when a read finds that the log is damaged
 */
export const openLogReader = ({ dataDir, database }: LogConfig, db: Reader, onDamage: () => void): LogReader =>
  database === undefined ? new SqliteLogReader(logsPath(dataDir), onDamage) : readDatabase(db)

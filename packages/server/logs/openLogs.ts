import type { Config } from '../config/config.ts'
import type { LogReader } from './LogReader.ts'
import type { LogStore } from './LogStore.ts'
import { logsPath } from './sqlite/logsPath.ts'
import { SqliteLogReader } from './sqlite/SqliteLogReader.ts'
import { SqliteLogStore } from './sqlite/SqliteLogStore.ts'

/** What selects the log of a server. */
export type LogLocation = Pick<Config, 'dataDir'>

/**
 * Opens the log for writing. Only one thread of a process does.
 * @param takeDamageReport returns whether a reader has found damage since the last call
 * @throws Error with a message for the command line
 */
export const openLogStore = ({ dataDir }: LogLocation, takeDamageReport: () => boolean): Promise<LogStore> =>
  SqliteLogStore.open(logsPath(dataDir), takeDamageReport)

/** @param onDamage called when a read finds that the log is damaged */
export const openLogReader = ({ dataDir }: LogLocation, onDamage: () => void): LogReader =>
  new SqliteLogReader(logsPath(dataDir), onDamage)

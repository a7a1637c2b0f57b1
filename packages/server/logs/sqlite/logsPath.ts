import { join } from 'node:path'

/** Returns the path of the log in a data directory. */
export const logsPath = (dataDir: string): string => join(dataDir, 'logs.db')

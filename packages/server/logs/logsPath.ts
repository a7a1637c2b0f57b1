import { join } from 'node:path'

/** Where a data directory has its log. */
export const logsPath = (dataDir: string): string => join(dataDir, 'logs.db')

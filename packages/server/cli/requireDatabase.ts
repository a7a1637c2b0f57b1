import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { requireKnownLayout } from '../dataDirectory/requireKnownLayout.ts'

/** @throws Error with a sentence if the data directory has no database */
export const requireDatabase = ({ database, dataDir }: Config): void => {
  if (database !== undefined) return
  requireKnownLayout(dataDir)
  if (!existsSync(join(dataDir, 'data.db'))) {
    throw new Error(`There is no database in ${dataDir}. Choose the data directory with --dir.`)
  }
}

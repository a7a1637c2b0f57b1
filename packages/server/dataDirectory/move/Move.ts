import type { FixedSetting } from '../../config/config.ts'
import type { ReportRows } from './copyDatabase.ts'
import type { MovedFiles } from './moveFiles.ts'
import type { CopyResult } from './verifyCopy.ts'

/** A move between a data directory and a PostgreSQL database. */
export interface Move {
  direction: 'toPostgres' | 'toSqlite'
  /** The data directory with the SQLite files. */
  dataDir: string
  /** The address of the PostgreSQL database. */
  address: string
  /** The data directory of the server that runs on PostgreSQL, which stores files in it. It can be the same. */
  filesDir: string
  encryptionKey: string
  fixedSettings: readonly FixedSetting[]
}

export interface MoveReports {
  rows: ReportRows
  files: (files: number) => void
}

export interface MoveResult extends CopyResult {
  /** The copied files; undefined if they stay where they are: in a bucket, or in the same directory. */
  files: MovedFiles | undefined
}

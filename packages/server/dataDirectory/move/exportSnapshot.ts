import { connectionOptions } from '../../db/postgres/connectionOptions.ts'
import { withSnapshot } from '../../db/postgres/withSnapshot.ts'
import { SqliteWriter } from '../../db/sqlite/SqliteWriter.ts'
import { openLogFile } from '../../logs/sqlite/openLogFile.ts'
import { copyDatabase, type ReportRows } from './copyDatabase.ts'
import type { DatabaseFiles } from './DatabaseFiles.ts'
import { postgresSource } from './postgresSource.ts'
import { sqliteSource } from './sqliteSource.ts'
import { sqliteTarget } from './sqliteTarget.ts'
import { type CopyResult, verifyCopy } from './verifyCopy.ts'

/**
 * Writes the state of a PostgreSQL database at one moment to a new `data.db` and `logs.db` in the 0.22 layout, or continues an
 * interrupted copy.
 * @param address the address of the database
 * @returns what was copied; the copy is complete if all tables are equal
 */
export async function exportSnapshot(
  address: string,
  files: DatabaseFiles,
  report: ReportRows = () => undefined,
): Promise<CopyResult> {
  const data = new SqliteWriter(files.data, 'normal')
  const logs = await openLogFile(files.logs)
  try {
    return await withSnapshot(connectionOptions(address), async snapshot => {
      const source = postgresSource(snapshot)
      const target = sqliteTarget(data, logs)
      await copyDatabase(source, target, report)
      return verifyCopy(source, target, sqliteSource(data, logs))
    })
  } finally {
    await Promise.all([data.close(), logs.close()])
  }
}

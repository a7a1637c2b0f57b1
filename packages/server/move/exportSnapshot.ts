import { connectionOptions } from '../db/postgres/connectionOptions.ts'
import { withSnapshot } from '../db/postgres/withSnapshot.ts'
import { SqliteWriter } from '../db/sqlite/SqliteWriter.ts'
import { openLogFile } from '../logs/sqlite/openLogFile.ts'
import { type ComparedTable, compareContent } from './compareContent.ts'
import { copyDatabase, finishCopy, type ReportRows } from './copyDatabase.ts'
import { postgresSource } from './postgresSource.ts'
import type { DatabaseFiles } from './runCopy.ts'
import { sqliteSource } from './sqliteSource.ts'
import { sqliteTarget } from './sqliteTarget.ts'

/**
 * Writes the state of a PostgreSQL database at one moment to a new `data.db` and `logs.db` in the 0.22 layout, or continues an
 * interrupted copy. The kind of the databases of this thread must be `sqlite`.
 * @param address the address of the database
 */
export const exportSnapshot = async (address: string, files: DatabaseFiles, report: ReportRows): Promise<ComparedTable[]> => {
  const data = new SqliteWriter(files.data, 'normal')
  const logs = await openLogFile(files.logs)
  try {
    return await withSnapshot(connectionOptions(address), async snapshot => {
      const source = postgresSource(snapshot)
      const target = sqliteTarget(data, logs)
      const tables = await copyDatabase(source, target, report)
      const compared = await compareContent(source, sqliteSource(data, logs), target.sharedColumns, tables)
      if (compared.every(({ isEqual }) => isEqual)) await finishCopy(target)
      return compared
    })
  } finally {
    await Promise.all([data.close(), logs.close()])
  }
}

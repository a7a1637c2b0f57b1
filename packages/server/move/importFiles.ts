import { existsSync } from 'node:fs'
import { connectionOptions, inSchema } from '../db/postgres/connectionOptions.ts'
import { PostgresEngine } from '../db/postgres/PostgresEngine.ts'
import { prepareDatabase } from '../db/postgres/prepareDatabase.ts'
import { withSnapshot } from '../db/postgres/withSnapshot.ts'
import { SqliteReader } from '../db/sqlite/SqliteReader.ts'
import { assertStorable } from './assertStorable.ts'
import { copyDatabase, type ReportRows } from './copyDatabase.ts'
import { postgresSource } from './postgresSource.ts'
import { postgresTarget } from './postgresTarget.ts'
import type { ImportJob } from './runCopy.ts'
import { sqliteSource } from './sqliteSource.ts'
import { type CopyResult, verifyCopy } from './verifyCopy.ts'

/**
 * Copies a `data.db` and its `logs.db` into an empty PostgreSQL database, or continues an interrupted copy. The kind of the databases
 * of this thread must be `postgres`.
 * @throws Error with a sentence if the database has content, or if the files contain what PostgreSQL cannot store
 */
export const importFiles = async ({ from, to, schema }: ImportJob, report: ReportRows): Promise<CopyResult> => {
  const options = connectionOptions(to)
  const connection = schema === undefined ? options : inSchema(options, schema)
  const data = new SqliteReader(from.data)
  const logs = existsSync(from.logs) ? new SqliteReader(from.logs) : undefined
  const source = sqliteSource(data, logs)
  const engine = new PostgresEngine({
    connection,
    readConnections: 1,
    writeConnections: 1,
    readTimeoutMs: 0,
    schemaVersion: () => 0,
  })
  try {
    await assertStorable(source)
    await prepareDatabase(connection, async () => undefined, { isMoveTarget: true })
    const target = postgresTarget(engine)
    await copyDatabase(source, target, report)
    return await withSnapshot(connection, snapshot => verifyCopy(source, target, postgresSource(snapshot)))
  } finally {
    await Promise.all([engine.close(), data.close(), logs?.close()])
  }
}

import { existsSync } from 'node:fs'
import { connectionOptions, inSchema } from '../../db/postgres/connectionOptions.ts'
import { PostgresEngine } from '../../db/postgres/PostgresEngine.ts'
import { prepareDatabase } from '../../db/postgres/prepareDatabase.ts'
import { withSnapshot } from '../../db/postgres/withSnapshot.ts'
import { SqliteReader } from '../../db/sqlite/SqliteReader.ts'
import { assertStorable } from './assertStorable.ts'
import { copyDatabase, type ReportRows } from './copyDatabase.ts'
import type { DatabaseFiles } from './DatabaseFiles.ts'
import { postgresSource } from './postgresSource.ts'
import { postgresTarget } from './postgresTarget.ts'
import { sqliteSource } from './sqliteSource.ts'
import { type CopyResult, verifyCopy } from './verifyCopy.ts'

/** Copies files into an empty PostgreSQL database. */
export interface ImportJob {
  from: DatabaseFiles
  /** The address of the database. */
  to: string
  /** The schema to use. Default: the one in which the role creates tables. */
  schema?: string
}

/**
 * Copies a `data.db` and its `logs.db` into an empty PostgreSQL database, or continues an interrupted copy.
 * @returns what was copied; the copy is complete if all tables are equal
 * @throws Error with a sentence if the database has content, or if the files contain what PostgreSQL cannot store
 */
export async function importFiles({ from, to, schema }: ImportJob, report: ReportRows = () => undefined): Promise<CopyResult> {
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

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { onTestFinished } from 'vitest'
import { filesIn } from '../../../packages/server/dataDirectory/move/DatabaseFiles.ts'
import { importFiles } from '../../../packages/server/dataDirectory/move/importFiles.ts'
import { type CofferOptions, type RunningCoffer, startCoffer } from '../../harness/coffer.ts'
import { copySample, type Preparation } from '../../harness/copySample.ts'
import { openPostgres } from '../../harness/openPostgres.ts'
import { runBlocking } from '../../harness/postgres/blockingQuery.ts'
import { signToken } from '../../harness/signToken.ts'

/** A copy of the sample on one of the databases, for a server that is killed. */
export interface Installation {
  dataDir: string
  /** The token of an admin. */
  token: string
  start: (options?: CofferOptions) => Promise<RunningCoffer>
  /** Runs SQL that SQLite and PostgreSQL both understand. */
  query: (sql: string) => unknown[][]
}

/** Copies the magazine to a database of its own, which ends with the test. */
export async function openInstallation(kind: 'sqlite' | 'postgres', prepare: readonly Preparation[]): Promise<Installation> {
  const { dataDir, remove } = await copySample('magazine', prepare, 'sqlite')
  onTestFinished(remove)
  const token = signToken(dataDir, 'auth', 'admin')
  const args = ['--privateWebHooks', '--limitTries=false']
  if (kind === 'sqlite') {
    const query = (sql: string) => {
      using database = new DatabaseSync(join(dataDir, 'data.db'), { timeout: 30_000, returnArrays: true })
      return database.prepare(sql).all() as unknown as unknown[][]
    }
    return { dataDir, token, start: options => startCoffer(dataDir, args, options), query }
  }
  const server = await openPostgres()
  onTestFinished(server.close)
  const address = await server.createDatabase()
  await importFiles({ from: filesIn(dataDir), to: address })
  for (const file of ['data.db', 'logs.db']) rmSync(join(dataDir, file))
  return {
    dataDir,
    token,
    start: options => startCoffer(dataDir, [...args, '--database', address], options),
    query: text => runBlocking({ kind: 'query', address, text, values: [] }),
  }
}

import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { moveFolder } from '../../config/reservedNames.ts'
import { checkDatabase } from '../../db/postgres/checkDatabase.ts'
import { connectionOptions } from '../../db/postgres/connectionOptions.ts'
import { postgresSchema } from '../../db/postgres/postgresSchema.ts'
import { withoutServer } from '../../db/postgres/ServerSession.ts'
import { withSnapshot } from '../../db/postgres/withSnapshot.ts'
import { flush } from '../../files/storage/local/flush.ts'
import { type DatabaseFiles, filesIn } from './DatabaseFiles.ts'
import { exportSnapshot } from './exportSnapshot.ts'
import type { Move, MoveReports, MoveResult } from './Move.ts'
import { moveStorage } from './moveStorage.ts'

function requireEmpty(dataDir: string): void {
  const isUnfinished = existsSync(join(dataDir, moveFolder, 'data.db'))
  const present = ['data.db', ...(isUnfinished ? [] : ['logs.db'])].find(name => existsSync(join(dataDir, name)))
  if (present !== undefined)
    throw new Error(`${dataDir} is not empty: it has ${present}. Move it away, or choose another directory with --to.`)
}

/** Moves the complete files into the directory. `data.db` comes last, because a server opens a directory that has it. */
async function installFiles(dataDir: string, written: DatabaseFiles): Promise<void> {
  const installed = filesIn(dataDir)
  await rename(written.logs, installed.logs)
  await flush(dataDir)
  await rename(written.data, installed.data)
  await flush(dataDir)
  await rm(join(dataDir, moveFolder), { recursive: true })
}

async function copyAll(move: Move, reports: MoveReports): Promise<MoveResult> {
  const { dataDir, filesDir, address } = move
  const files = await withSnapshot(connectionOptions(address), async source => {
    if (!(await postgresSchema.hasTable(source, '_collections'))) throw new Error('The database is empty. Check --from.')
    return moveStorage(source, move, { from: filesDir, to: dataDir }, reports.files)
  })
  const folder = join(dataDir, moveFolder)
  const written = filesIn(folder)
  await mkdir(folder, { recursive: true })
  // An interrupted move can have installed the log already.
  if (existsSync(filesIn(dataDir).logs)) await rename(filesIn(dataDir).logs, written.logs)
  const result = await exportSnapshot(address, written, reports.rows)
  if (result.compared.every(({ isEqual }) => isEqual)) await installFiles(dataDir, written)
  return { ...result, files }
}

/**
 * Moves a PostgreSQL database into a data directory without one, or continues an interrupted move.
 * @throws Error with a sentence for the command line
 */
export async function moveToSqlite(move: Move, reports: MoveReports): Promise<MoveResult> {
  requireEmpty(move.dataDir)
  const connection = connectionOptions(move.address)
  await checkDatabase(connection)
  return withoutServer(connection, () => copyAll(move, reports))
}

import { checkDatabase } from '../../db/postgres/checkDatabase.ts'
import { connectionOptions } from '../../db/postgres/connectionOptions.ts'
import { withoutServer } from '../../db/postgres/ServerSession.ts'
import { SqliteReader } from '../../db/sqlite/SqliteReader.ts'
import { requireKnownLayout } from '../requireKnownLayout.ts'
import { filesIn } from './DatabaseFiles.ts'
import { importFiles } from './importFiles.ts'
import type { Move, MoveReports, MoveResult } from './Move.ts'
import { moveStorage } from './moveStorage.ts'

async function copyAll(move: Move, reports: MoveReports): Promise<MoveResult> {
  const { dataDir, filesDir, address } = move
  const source = new SqliteReader(filesIn(dataDir).data)
  try {
    // The copy of the database completes the move, so it is the last step.
    const files = await moveStorage(source, move, { from: dataDir, to: filesDir }, reports.files)
    return { ...(await importFiles({ from: filesIn(dataDir), to: address }, reports.rows)), files }
  } finally {
    await source.close()
  }
}

/**
 * Moves a data directory into an empty PostgreSQL database, or continues an interrupted move.
 * @throws Error with a sentence for the command line
 */
export async function moveToPostgres(move: Move, reports: MoveReports): Promise<MoveResult> {
  const { dataDir, address } = move
  requireKnownLayout(dataDir)
  const connection = connectionOptions(address)
  await checkDatabase(connection, { isMoveTarget: true })
  return withoutServer(connection, () => copyAll(move, reports))
}

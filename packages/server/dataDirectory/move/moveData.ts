import { existsSync, realpathSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { lockDirectory } from '../lockDirectory.ts'
import { filesIn } from './DatabaseFiles.ts'
import type { Move, MoveReports, MoveResult } from './Move.ts'
import { moveToPostgres } from './moveToPostgres.ts'
import { moveToSqlite } from './moveToSqlite.ts'

/** Locks directories while work runs, so that no server uses them. */
async function withLocks<T>(directories: readonly string[], work: () => Promise<T>): Promise<T> {
  const unlock: (() => void)[] = []
  try {
    for (const directory of directories) await mkdir(directory, { recursive: true })
    for (const directory of new Set(directories.map(path => realpathSync(path)))) unlock.push(lockDirectory(directory))
    return await work()
  } finally {
    for (const release of unlock) release()
  }
}

/**
 * Moves all data between a data directory and a PostgreSQL database. The source stays as it is. An interrupted move continues when it
 * runs again.
 * @returns what was moved; the move is complete if all of it is equal
 * @throws Error with a sentence for the command line
 */
export async function moveData(move: Move, reports: MoveReports): Promise<MoveResult> {
  const { direction, dataDir, filesDir } = move
  if (direction === 'toPostgres' && !existsSync(filesIn(dataDir).data))
    throw new Error(`${dataDir} has no data.db. Name the data directory with --from.`)
  return withLocks([dataDir, filesDir], () =>
    direction === 'toPostgres' ? moveToPostgres(move, reports) : moveToSqlite(move, reports),
  )
}

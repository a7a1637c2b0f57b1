import { fdatasyncSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { CheckpointResult, CheckpointTarget } from './CheckpointWorker.ts'

const { path, file } = workerData as CheckpointTarget
const database = new DatabaseSync(path)
// SQLite opens the log with the first read.
database.exec('PRAGMA synchronous = FULL; PRAGMA schema_version')

function checkpoint(): CheckpointResult {
  try {
    // A passive checkpoint does not wait for readers or writers, and does not block them.
    database.exec('PRAGMA wal_checkpoint(PASSIVE)')
    // SQLite syncs the database only when a checkpoint copies the last page of the log. That checkpoint runs in the writer, so the
    // pages are synced here to shorten its sync.
    if (file !== undefined) fdatasyncSync(file)
    return {}
  } catch (error) {
    const { message, code, errcode } = error as Error & { code?: unknown; errcode?: unknown }
    return { error: { message, code, errcode } }
  }
}

parentPort?.postMessage({})
parentPort?.on('message', () => parentPort?.postMessage(checkpoint()))

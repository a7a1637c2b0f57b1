import { fdatasyncSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { CheckpointOrder, CheckpointResult } from './CheckpointWorker.ts'

const { path, file } = workerData as CheckpointOrder
const database = new DatabaseSync(path)
database.exec('PRAGMA synchronous = FULL')

const bringIn = (): CheckpointResult => {
  try {
    // A passive checkpoint waits for nobody, and nobody waits for it.
    database.exec('PRAGMA wal_checkpoint(PASSIVE)')
    // SQLite does this only when nothing was written meanwhile: whoever brings in the last page would wait for all of them.
    if (file !== undefined) fdatasyncSync(file)
    return {}
  } catch (error) {
    const { message, code, errcode } = error as Error & { code?: unknown; errcode?: unknown }
    return { error: { message, code, errcode } }
  }
}

parentPort?.on('message', () => parentPort?.postMessage(bringIn()))

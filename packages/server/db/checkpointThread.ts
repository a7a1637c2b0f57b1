import { fdatasyncSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { CheckpointOrder } from './CheckpointWorker.ts'

const { path, file } = workerData as CheckpointOrder
const database = new DatabaseSync(path)
database.exec('PRAGMA synchronous = FULL')

// A passive checkpoint waits for nobody, and nobody waits for it.
parentPort?.on('message', () => {
  database.exec('PRAGMA wal_checkpoint(PASSIVE)')
  // SQLite does this only when nothing was written meanwhile: whoever brings in the last page would wait for all of them.
  if (file !== undefined) fdatasyncSync(file)
  parentPort?.postMessage(undefined)
})

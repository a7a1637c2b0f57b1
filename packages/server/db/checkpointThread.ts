import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

const database = new DatabaseSync(String(workerData))
database.exec('PRAGMA synchronous = FULL')

// A passive checkpoint waits for nobody, and nobody waits for it.
parentPort?.on('message', () => {
  database.exec('PRAGMA wal_checkpoint(PASSIVE)')
  parentPort?.postMessage(undefined)
})

import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'

// A passive checkpoint waits for nobody, and nobody waits for it.
const database = new DatabaseSync(String(workerData))
database.exec('PRAGMA synchronous = FULL; PRAGMA wal_checkpoint(PASSIVE)')
database.close()

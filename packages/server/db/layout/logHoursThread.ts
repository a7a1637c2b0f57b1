import { workerData } from 'node:worker_threads'
import { SqliteWriter } from '../SqliteWriter.ts'
import { countAll } from './logHours.ts'

const logs = new SqliteWriter(String(workerData), 'normal')
await countAll(logs)
await logs.close()

import { workerData } from 'node:worker_threads'
import { openDatabase } from '../openDatabase.ts'
import { createLogHours } from './logHours.ts'

const database = openDatabase(String(workerData), { readOnly: false })
createLogHours(database)
database.close()

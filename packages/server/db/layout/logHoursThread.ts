import { workerData } from 'node:worker_threads'
import { countFile } from './logHours.ts'

countFile(String(workerData))

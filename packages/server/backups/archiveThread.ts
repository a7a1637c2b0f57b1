import { parentPort, workerData } from 'node:worker_threads'
import { performArchiveOrder } from './ArchiveOrder.ts'

parentPort?.postMessage(await performArchiveOrder(workerData))

import { parentPort, workerData } from 'node:worker_threads'
import { examine } from './examine.ts'

parentPort?.postMessage(await examine(workerData, { isServer: true }))

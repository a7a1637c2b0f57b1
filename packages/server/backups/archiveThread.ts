import { parentPort, workerData } from 'node:worker_threads'
import { performArchiveJob } from './ArchiveJob.ts'

parentPort?.postMessage(await performArchiveJob(workerData))

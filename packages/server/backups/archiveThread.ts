import { constants, getPriority, platform, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { performArchiveJob } from './ArchiveJob.ts'

/** How much nicer than the process this thread is. */
const niceIncrement = 5

// Linux has a priority per thread. On other systems, the call would change the whole process.
if (platform() === 'linux') setPriority(0, Math.min(constants.priority.PRIORITY_LOW, getPriority(0) + niceIncrement))

// The archive retains a buffer for each file name, and with it the pool the buffer was sliced from, so the pool is small.
Buffer.poolSize = 8 * 1024

parentPort?.postMessage(await performArchiveJob(workerData))

import { constants, getPriority, platform, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { performArchiveOrder } from './ArchiveOrder.ts'

/** How much further back than the rest of the process this thread stands in line for a processor. */
const stepBack = 5

// Where it is not the whole process that this is about.
if (platform() === 'linux') setPriority(0, Math.min(constants.priority.PRIORITY_LOW, getPriority(0) + stepBack))

// An archive knows the names of its files to its end, and each keeps the pool that it was cut from. Large buffers are none of a small one.
Buffer.poolSize = 8 * 1024

parentPort?.postMessage(await performArchiveOrder(workerData))

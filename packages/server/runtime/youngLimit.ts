import { setFlagsFromString } from 'node:v8'
import type { ResourceLimits } from 'node:worker_threads'

// The command-line flag for the main thread would override the limits of all other threads.
setFlagsFromString('--max-semi-space-size=0')

/**
 * Limits the young generation of a thread in megabytes. A third of it is in use between two garbage collections. Without a limit, V8
 * lets it grow to 48 MB: mixed requests take 303 MB instead of 278 (`npm run bench -- memory`). Can be removed when Node has one
 * option for all worker threads.
 */
export const youngLimit = (megabytes: number): ResourceLimits => ({ maxYoungGenerationSizeMb: megabytes })

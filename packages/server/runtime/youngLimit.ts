import { setFlagsFromString } from 'node:v8'
import type { ResourceLimits } from 'node:worker_threads'

// The flag by which the command limits the main thread would pass over the limits of all others.
setFlagsFromString('--max-semi-space-size=0')

/** Limits a thread to so many megabytes for what is young, of which a third is in use between two collections. */
export const youngLimit = (megabytes: number): ResourceLimits => ({ maxYoungGenerationSizeMb: megabytes })

import type { Config } from '../../config/config.ts'
import type { RemoteCall } from '../../runtime/Remote.ts'

/** The first message to a process. */
export interface ProcessStart {
  config: Config
  /** See `startSecret`. */
  secret: string | undefined
}

/** A call with a copy of the version counters, because two processes share no memory. */
export interface ToProcess {
  call: RemoteCall
  counters: Int32Array
}

/** A message from a process. The first one reports that it is ready; all others are results of calls. */
export type FromProcess = { ready: true } | { result: unknown } | { error: string }

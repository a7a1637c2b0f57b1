import type { Config } from '../../config/config.ts'
import type { createLogService } from '../../logs/logService.ts'

/** The data the log thread starts with. */
export interface LogThreadStart {
  config: Config
  versions: SharedArrayBuffer
}

export interface LogServices {
  logs: ReturnType<typeof createLogService>
}

/** A message from the log thread. The first one has no id and reports whether the log could be opened. */
export type FromLogThread = { id?: number; result: unknown } | { id?: number; error: string }

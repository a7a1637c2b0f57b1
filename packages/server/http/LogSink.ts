import type { LogEntry } from '../logs/LogEntry.ts'

/** Takes entries for the log, without waiting for them to be stored. */
export interface LogSink {
  write: (entry: LogEntry) => void
}

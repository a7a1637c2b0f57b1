/** One row of the log before it has an id. */
export interface LogEntry {
  level: number
  message: string
  data: Record<string, unknown>
  /** UTC, `YYYY-MM-DD HH:MM:SS.mmmZ`. */
  created: string
}

/** One row of the log before it has an id. */
export interface LogEntry {
  level: number
  message: string
  /** A JSON object. */
  data: string
  /** Unix milliseconds. */
  created: number
}

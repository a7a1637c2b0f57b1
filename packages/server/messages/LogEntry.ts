/** A log entry without an id. */
export interface LogEntry {
  level: number
  message: string
  /** A JSON object. */
  data: string
  /** Milliseconds since 1970. */
  created: number
}

import { deserialize, serialize } from 'node:v8'

/** The levels that the server writes, as in 0.22. */
export const levels = { debug: -4, info: 0, warning: 4, error: 8 } as const

/** A log entry without an id. */
export interface LogEntry {
  level: number
  message: string
  /** A JSON object. */
  data: string
  /** Milliseconds since 1970. */
  created: number
}

/**
 * Serialized log entries that wait to be stored. Thousands of entries wait under load. As objects, they would be copied by each
 * garbage collection, which takes twice as long as creating them.
 */
export type LogPage = Uint8Array

/** Serializes entries in order. */
export function packEntries(entries: readonly LogEntry[]): LogPage {
  return serialize(entries)
}

/** Deserializes a page from `packEntries`. */
export function entriesOf(page: LogPage): LogEntry[] {
  return deserialize(page)
}

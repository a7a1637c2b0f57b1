import { deserialize, serialize } from 'node:v8'
import type { LogEntry } from './LogEntry.ts'

/**
 * Serialized log entries that wait to be stored. Thousands of entries wait under load. As objects, they would be copied by each
 * garbage collection, which takes twice as long as creating them.
 */
export type LogPage = Uint8Array

/** Serializes entries in order. */
export const packEntries = (entries: readonly LogEntry[]): LogPage => serialize(entries)

/** Deserializes a page from `packEntries`. */
export const entriesOf = (page: LogPage): LogEntry[] => deserialize(page)

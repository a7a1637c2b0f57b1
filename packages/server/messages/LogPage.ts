import { deserialize, serialize } from 'node:v8'
import type { LogEntry } from './LogEntry.ts'

/**
 * Log entries on their way to be stored, as bytes. What waits as objects is copied by each collection of the heap, and would take twice
 * as long as to make it: some thousands of entries wait while many requests are answered.
 */
export type LogPage = Uint8Array

/** Entries as a page, in their order. */
export const packEntries = (entries: readonly LogEntry[]): LogPage => serialize(entries)

/** The entries of a page that `packEntries` has made. */
export const entriesOf = (page: LogPage): LogEntry[] => deserialize(page)

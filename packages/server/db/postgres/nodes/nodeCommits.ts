import type { NodeCommit } from '../../nodes.ts'

/** Maps are written as objects with this key. No column of a record has such a name. */
const mapKey = '@map'

const replaceMap = (_: string, value: unknown): unknown => (value instanceof Map ? { [mapKey]: [...value] } : value)

const reviveMap = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && mapKey in value ? new Map(value[mapKey] as [unknown, unknown][]) : value

/** Whether nodes have to know of a commit. */
export function concernsNodes({ changes, events }: NodeCommit): boolean {
  return changes.collections || changes.settings || changes.records.size > 0 || events.length > 0
}

/** Serializes a commit for the log of the nodes. PostgreSQL stores no text with NUL, so it is escaped as JSON does. */
export function serializeCommit({ changes, events }: NodeCommit): string {
  return JSON.stringify({ ...changes, records: [...changes.records], events }, replaceMap)
}

/** Parses an entry of the log. */
export function parseCommit(text: string): NodeCommit {
  const { records, collections, settings, events } = JSON.parse(text, reviveMap)
  return { changes: { records: new Set(records), collections, settings }, events }
}

/** Whether a position includes a commit, so that a read from there does not return it. A position is a snapshot: `xmin:xmax:running,…`. */
export function includesCommit(position: string, xid: string): boolean {
  const [, end = '', running = ''] = position.split(':')
  return BigInt(xid) < BigInt(end) && !running.split(',').includes(xid)
}

import type { ConnectionEpoch } from './ConnectionEpoch.ts'
import { currentMoment, type Lease, servingMs } from './lease.ts'

/**
 * Version counters that all threads share. A thread caches the collections and settings until their counter changes, so that a
 * request needs only one atomic load to check its copy. `VersionedCache` caches everything else that depends on them.
 */
export interface Versions {
  buffer: SharedArrayBuffer
  current: (kind: keyof typeof kinds) => number
  /** Called by the writer after a commit and before the response is sent, so that no later request sees the old state. */
  advance: (kind: keyof typeof kinds) => void
  /** Returns the current versions of the collections, the settings, and the records of the given collections or of all. */
  stampOf: (collectionIds: Iterable<string> | 'all') => Stamp
  /** Whether none of the versions has changed. */
  isCurrent: (stamp: Stamp) => boolean
  /** Like `advance`, for records of the given collections. */
  advanceRecords: (collectionIds: Iterable<string>) => void
  /** Advances the versions of everything, because it is not known what has changed. */
  advanceAll: () => void
  /** Returns a copy of all counters, for a process that shares no memory with this one. */
  counters: () => Int32Array
  /** Sets the counters to a copy. */
  follow: (counters: Int32Array) => void
  /** Whether a backup is being created or restored. */
  isBackupUnderWay: () => boolean
  noteBackup: (isUnderWay: boolean) => void
  /** Whether changes are rejected because a sync to disk has failed. */
  areWritesSuspended: () => boolean
  noteSuspension: (isSuspended: boolean) => void
  /** Returns the number of the next commit with events. Called by the writer before the commit. */
  nextCommit: () => number
  /** Returns the number of the last commit with events that has begun, so that every commit which a read can see has at most this number. */
  lastCommit: () => number
  /** Which connections to a database server threads can go on using. */
  connections: ConnectionEpoch
  /** Notes that a node has renewed its right to serve. Called by the writer when it has applied all commits before the renewal. */
  renewLease: (lease: Lease) => void
  /** Returns a number that changes whenever the right of a node to serve has lapsed; undefined while it has lapsed. */
  leaseEpoch: () => number | undefined
  /** Requests that the log thread verify the log, because a read has found damage. */
  noteLogDamage: () => void
  /** Whether such a request is pending. */
  isLogDamaged: () => boolean
  /** Returns whether such a request is pending, and clears it. */
  takeLogDamage: () => boolean
}

/** Counters and their sum at one point in time. */
export interface Stamp {
  cells: readonly number[]
  sum: number
}

const kinds = { collections: 0, settings: 1, allRecords: 2 }
const kindCells = Object.values(kinds)
/** Index of the first flag; the flags follow the counters in the shared array. */
const backupCell = kindCells.length
const suspensionCell = backupCell + 1
const logDamageCell = suspensionCell + 1
const commitCell = logDamageCell + 1
const epochCell = commitCell + 1
const monotonicCell = epochCell + 1
const wallCell = monotonicCell + 1
const connectionsCell = wallCell + 1
const firstRecordCell = connectionsCell + 1
/** Number of cells for collections. If two collections share a cell, a cache is invalidated unnecessarily, which is harmless. */
const recordCells = 1024
const cellCount = firstRecordCell + recordCells

function cellOf(collectionId: string): number {
  let hash = 0
  for (let index = 0; index < collectionId.length; index += 1) hash = (Math.imul(hash, 31) + collectionId.charCodeAt(index)) | 0
  return firstRecordCell + ((hash >>> 0) % recordCells)
}

/** Creates counters over a shared buffer: a new one in the main thread, the given one in other threads. */
export function versions(buffer = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * cellCount)): Versions {
  const counters = new Int32Array(buffer)
  // Counters never decrease, so an equal sum means that none of them has changed.
  const sumOf = (cells: readonly number[]): number => {
    let sum = 0
    for (const cell of cells) sum += Atomics.load(counters, cell)
    return sum
  }
  /** Milliseconds since a lease was renewed, by the clock that shows more. The cells have the lowest 32 bits of the clocks. */
  const leaseAge = (): number => {
    const { monotonicMs, wallMs } = currentMoment()
    const since = (now: number, cell: number) => (now - Atomics.load(counters, cell)) | 0
    return Math.max(since(monotonicMs, monotonicCell), since(wallMs, wallCell))
  }
  return {
    buffer,
    current: kind => Atomics.load(counters, kinds[kind]),
    advance: kind => {
      Atomics.add(counters, kinds[kind], 1)
    },
    stampOf: ids => {
      const cells = ids === 'all' ? kindCells : [kinds.collections, kinds.settings, ...Array.from(ids, cellOf)]
      return { cells, sum: sumOf(cells) }
    },
    isCurrent: ({ cells, sum }) => sumOf(cells) === sum,
    advanceRecords: ids => {
      Atomics.add(counters, kinds.allRecords, 1)
      for (const id of ids) Atomics.add(counters, cellOf(id), 1)
    },
    // The stamp of every cached value includes these.
    advanceAll: () => {
      for (const cell of kindCells) Atomics.add(counters, cell, 1)
    },
    counters: () => Int32Array.from(counters),
    follow: copied => counters.set(copied),
    isBackupUnderWay: () => Atomics.load(counters, backupCell) === 1,
    noteBackup: isUnderWay => {
      Atomics.store(counters, backupCell, isUnderWay ? 1 : 0)
    },
    areWritesSuspended: () => Atomics.load(counters, suspensionCell) === 1,
    noteSuspension: isSuspended => {
      Atomics.store(counters, suspensionCell, isSuspended ? 1 : 0)
    },
    nextCommit: () => Atomics.add(counters, commitCell, 1) + 1,
    lastCommit: () => Atomics.load(counters, commitCell),
    connections: {
      current: () => Atomics.load(counters, connectionsCell),
      advance: () => {
        Atomics.add(counters, connectionsCell, 1)
      },
    },
    renewLease: ({ renewedAt, hasLapsed }) => {
      if (hasLapsed || leaseAge() > servingMs) Atomics.add(counters, epochCell, 1)
      Atomics.store(counters, monotonicCell, renewedAt.monotonicMs)
      Atomics.store(counters, wallCell, renewedAt.wallMs)
    },
    leaseEpoch: () => (leaseAge() > servingMs ? undefined : Atomics.load(counters, epochCell)),
    noteLogDamage: () => {
      Atomics.store(counters, logDamageCell, 1)
    },
    isLogDamaged: () => Atomics.load(counters, logDamageCell) === 1,
    takeLogDamage: () => Atomics.exchange(counters, logDamageCell, 0) === 1,
  }
}

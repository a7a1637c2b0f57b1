/**
 * Counters that all threads share. A thread keeps what it read of the collections and the settings until the counter moves,
 * so a request pays one atomic load to know that its copy is current. What it counted of records it keeps the same way.
 */
export interface Versions {
  buffer: SharedArrayBuffer
  current: (kind: keyof typeof kinds) => number
  /** Called by the writer after a commit and before the answer leaves, so that no later request sees the old state. */
  advance: (kind: keyof typeof kinds) => void
  /** A number that changes with every change of records of these collections, by their ids. */
  ofRecords: (collectionIds: readonly string[]) => number
  /** A number that changes with every change of anything. */
  ofAll: () => number
  /** The state that an answer stands on which was made of the records of these collections. */
  stampOf: (collectionIds: Iterable<string>) => Stamp
  /** Whether all is still as it was. */
  isCurrent: (stamp: Stamp) => boolean
  /** Like `advance`, for the records of these collections. */
  advanceRecords: (collectionIds: Iterable<string>) => void
  /** A copy of all counters, for a process that shares no memory with this one. */
  counters: () => Int32Array
  /** Brings these counters to the state of a copy. */
  follow: (counters: Int32Array) => void
  /** Whether a backup is being made or restored, for all threads to know. */
  isBackupUnderWay: () => boolean
  noteBackup: (isUnderWay: boolean) => void
  /** Whether changes are rejected because a sync to the disk has failed. */
  areWritesSuspended: () => boolean
  noteSuspension: (isSuspended: boolean) => void
  /** Has the thread that writes the log verify it: a read has found damage in it. */
  noteLogDamage: () => void
  /** Whether damage of the log has been noted and not taken. */
  isLogDamaged: () => boolean
  /** Whether damage of the log has been noted since the last call. */
  takeLogDamage: () => boolean
}

/** Counters and their sum at some moment. */
export interface Stamp {
  cells: number[]
  sum: number
}

const kinds = { collections: 0, settings: 1, allRecords: 2 }
const kindCells = Object.values(kinds)
/** After the counters of kinds; these cells are no counters. */
const backupCell = kindCells.length
const suspensionCell = backupCell + 1
const logDamageCell = suspensionCell + 1
const firstRecordCell = logDamageCell + 1
/** Collections share these cells; that two share one only makes a thread count again without need. */
const recordCells = 1024
const cellCount = firstRecordCell + recordCells

const cellOf = (collectionId: string): number => {
  let hash = 0
  for (let index = 0; index < collectionId.length; index += 1) hash = (Math.imul(hash, 31) + collectionId.charCodeAt(index)) | 0
  return firstRecordCell + ((hash >>> 0) % recordCells)
}

/** Counters over a shared buffer: a new one in the main thread, the given one in the others. */
export const versions = (buffer = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * cellCount)): Versions => {
  const counters = new Int32Array(buffer)
  // None of the counters ever decreases, so a sum is the same only while none has moved.
  const sumOf = (cells: readonly number[]): number => {
    let sum = 0
    for (const cell of cells) sum += Atomics.load(counters, cell)
    return sum
  }
  return {
    buffer,
    current: kind => Atomics.load(counters, kinds[kind]),
    advance: kind => {
      Atomics.add(counters, kinds[kind], 1)
    },
    ofRecords: ids => sumOf(ids.map(cellOf)),
    ofAll: () => sumOf(kindCells),
    stampOf: ids => {
      const cells = [kinds.collections, kinds.settings, ...Array.from(ids, cellOf)]
      return { cells, sum: sumOf(cells) }
    },
    isCurrent: ({ cells, sum }) => sumOf(cells) === sum,
    advanceRecords: ids => {
      Atomics.add(counters, kinds.allRecords, 1)
      for (const id of ids) Atomics.add(counters, cellOf(id), 1)
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
    noteLogDamage: () => {
      Atomics.store(counters, logDamageCell, 1)
    },
    isLogDamaged: () => Atomics.load(counters, logDamageCell) === 1,
    takeLogDamage: () => Atomics.exchange(counters, logDamageCell, 0) === 1,
  }
}

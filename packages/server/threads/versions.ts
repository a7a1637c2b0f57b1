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
  /** Like `advance`, for the records of these collections. */
  advanceRecords: (collectionIds: Iterable<string>) => void
}

const kinds = { collections: 0, settings: 1, allRecords: 2 }
const kindCount = Object.keys(kinds).length
/** Collections share these cells; that two share one only makes a thread count again without need. */
const recordCells = 1024

const cellOf = (collectionId: string): number => {
  let hash = 0
  for (let index = 0; index < collectionId.length; index += 1) hash = (Math.imul(hash, 31) + collectionId.charCodeAt(index)) | 0
  return kindCount + ((hash >>> 0) % recordCells)
}

/** Counters over a shared buffer: a new one in the main thread, the given one in the others. */
export const versions = (buffer = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * (kindCount + recordCells))): Versions => {
  const counters = new Int32Array(buffer)
  return {
    buffer,
    current: kind => Atomics.load(counters, kinds[kind]),
    advance: kind => {
      Atomics.add(counters, kinds[kind], 1)
    },
    // None of them ever decreases, so their sum is the same only while none has moved.
    ofRecords: ids => ids.reduce((sum, id) => sum + Atomics.load(counters, cellOf(id)), 0),
    advanceRecords: ids => {
      Atomics.add(counters, kinds.allRecords, 1)
      for (const id of ids) Atomics.add(counters, cellOf(id), 1)
    },
  }
}

/**
 * Counters that all threads share. A thread keeps what it read of the collections and the settings until the counter moves,
 * so a request pays one atomic load to know that its copy is current.
 */
export interface Versions {
  buffer: SharedArrayBuffer
  current: (kind: keyof typeof slots) => number
  /** Called by the writer after a commit and before the answer leaves, so that no later request sees the old state. */
  advance: (kind: keyof typeof slots) => void
}

const slots = { collections: 0, settings: 1 }

/** Counters over a shared buffer: a new one in the main thread, the given one in the others. */
export const versions = (buffer = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * Object.keys(slots).length)): Versions => {
  const counters = new Int32Array(buffer)
  return {
    buffer,
    current: kind => Atomics.load(counters, slots[kind]),
    advance: kind => {
      Atomics.add(counters, slots[kind], 1)
    },
  }
}

/** How many reads a thread is given at once: while it is at one, the next ones already wait at its door. */
export const slotCount = 16

const waiting = 0
const taken = 1

/** The first cells say since when the thread is at a read, at which, and which thread it is. */
const sinceCell = 0
const currentCell = 1
const threadCell = 2
/** The state of each slot, and the microseconds that the last read of each slot cost. */
const cellOf = (slot: number) => slot + 3
const costCellOf = (slot: number) => slot + 3 + slotCount

/** Milliseconds on a clock that all threads share, as an integer that fits into a cell and is never 0. */
const ticks = () => (Date.now() & 0x3fffffff) + 1

/**
 * What the main thread and a reader share about the reads that the reader was given. A read that still waits can be taken back
 * and given to another thread: whoever changes the state of its slot first has it.
 */
export class ReadSlots {
  readonly buffer: SharedArrayBuffer
  readonly #cells: Int32Array

  constructor(buffer = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * costCellOf(slotCount))) {
    this.buffer = buffer
    this.#cells = new Int32Array(buffer)
  }

  /** Told by the reader which thread it is to the system. */
  setThread(thread: number): void {
    Atomics.store(this.#cells, threadCell, thread)
  }

  /** Which thread the reader is to the system; 0 when it has not said so. */
  get thread(): number {
    return Atomics.load(this.#cells, threadCell)
  }

  /** Makes a slot ready for a read; called before the read is sent. */
  offer(slot: number): void {
    Atomics.store(this.#cells, cellOf(slot), waiting)
  }

  /** Keeps the reader from beginning the read of a slot, unless it has begun it. */
  takeBack(slot: number): void {
    this.#take(slot)
  }

  /** Told by the reader when it begins a read. False when the read has been taken back. */
  begin(slot: number): boolean {
    if (!this.#take(slot)) return false
    Atomics.store(this.#cells, currentCell, slot)
    Atomics.store(this.#cells, sinceCell, ticks())
    return true
  }

  /**
   * Called by the reader when it is done with a read.
   * @param cost milliseconds of a processor that the read took
   */
  end(slot: number, cost: number): void {
    Atomics.store(this.#cells, costCellOf(slot), Math.round(cost * 1000))
    Atomics.store(this.#cells, sinceCell, 0)
  }

  /** Milliseconds of a processor that the last read of a slot took. */
  costOf(slot: number): number {
    return Atomics.load(this.#cells, costCellOf(slot)) / 1000
  }

  /** The slot of the read that the reader is at, or was at last. */
  current(): number {
    return Atomics.load(this.#cells, currentCell)
  }

  /** A mark of the moment at which the reader began its read; 0 when it is at none. */
  get since(): number {
    return Atomics.load(this.#cells, sinceCell)
  }

  /** For how many milliseconds the reader has been at its read; 0 when it is at none. */
  heldFor(): number {
    const { since } = this
    return since === 0 ? 0 : (ticks() - since) & 0x3fffffff
  }

  #take(slot: number): boolean {
    return Atomics.compareExchange(this.#cells, cellOf(slot), waiting, taken) === waiting
  }
}

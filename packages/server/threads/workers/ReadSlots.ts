/** Reads that a thread is assigned at once, so that the next one is already in its inbox when a read ends. */
export const slotCount = 16

const waiting = 0
const taken = 1

/** The first cells hold the start time and the slot of the running read, and the operating system's id of the thread. */
const sinceCell = 0
const currentCell = 1
const threadCell = 2
/** These cells hold the start time and the number of the running evaluation. */
const evaluationSinceCell = 3
const evaluationCell = 4
/** Cells with the state of each slot, and with the CPU microseconds of the last read in each slot. */
const cellOf = (slot: number) => slot + 5
const costCellOf = (slot: number) => slot + 5 + slotCount

/** Returns the milliseconds since a start time; 0 for the start time 0. */
export function millisecondsSince(since: number): number {
  return since === 0 ? 0 : (ticks() - since) & 0x3fffffff
}

/** Returns the milliseconds of a monotonic clock that all threads share, as an integer that fits into a cell and is never 0. */
const ticks = () => Number((process.hrtime.bigint() / 1_000_000n) & 0x3fffffffn) + 1

/** The read or evaluation that uses a reader. */
export interface RunningWork {
  /** Start time, see `ticks`. */
  since: number
  /** The number of the evaluation; 0 for a read. */
  evaluation: number
  /** The slot of the read; undefined for an evaluation, while which a read that has begun waits. */
  slot: number | undefined
}

/**
 * Memory that the main thread and a reader share about the reads assigned to the reader. The main thread can take back a waiting
 * read: the thread that first changes the state of its slot, by compare-and-exchange, owns the read.
 *
 * The reader marks what it has begun, so the main thread knows what blocks it without a reply from it.
 */
export class ReadSlots {
  readonly buffer: SharedArrayBuffer
  readonly #cells: Int32Array

  constructor(buffer = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * costCellOf(slotCount))) {
    this.buffer = buffer
    this.#cells = new Int32Array(buffer)
  }

  /** Sets the operating system's id of the reader thread. Called by the reader. */
  setThread(thread: number): void {
    Atomics.store(this.#cells, threadCell, thread)
  }

  /** The operating system's id of the reader thread; 0 if not set yet. */
  get thread(): number {
    return Atomics.load(this.#cells, threadCell)
  }

  /** Marks the read in a slot as waiting. Called before the read is sent. */
  offer(slot: number): void {
    Atomics.store(this.#cells, cellOf(slot), waiting)
  }

  /** Prevents the reader from starting the read in a slot, unless it has started already. */
  takeBack(slot: number): void {
    this.#take(slot)
  }

  /** Marks a read as running. Called by the reader. Returns false if the read was taken back. */
  begin(slot: number): boolean {
    if (!this.#take(slot)) return false
    Atomics.store(this.#cells, currentCell, slot)
    Atomics.store(this.#cells, sinceCell, ticks())
    return true
  }

  /**
   * Marks a read as finished. Called by the reader.
   * @param cost CPU time of the read in milliseconds
   */
  end(slot: number, cost: number): void {
    Atomics.store(this.#cells, costCellOf(slot), Math.round(cost * 1000))
    Atomics.store(this.#cells, sinceCell, 0)
  }

  /** Returns the CPU milliseconds of the last read in a slot. */
  costOf(slot: number): number {
    return Atomics.load(this.#cells, costCellOf(slot)) / 1000
  }

  /** Marks an evaluation of subscriptions, which runs beside the reads, as the work of the thread. Called by the reader. */
  beginEvaluation(number: number): void {
    Atomics.store(this.#cells, evaluationCell, number)
    Atomics.store(this.#cells, evaluationSinceCell, ticks())
  }

  /** Marks the evaluation as finished, or as paused for other work of the thread. Called by the reader. */
  endEvaluation(): void {
    Atomics.store(this.#cells, evaluationSinceCell, 0)
  }

  /** The read or evaluation that runs; undefined if none does. */
  get running(): RunningWork | undefined {
    for (;;) {
      const { since } = this
      if (since === 0) return undefined
      const evaluation = this.#evaluationSince === 0 ? 0 : Atomics.load(this.#cells, evaluationCell)
      const slot = evaluation === 0 ? Atomics.load(this.#cells, currentCell) : undefined
      // Otherwise, the reader has begun something else, and the cells can belong to either.
      if (this.since === since) return { since, evaluation, slot }
    }
  }

  /** Start time of the running evaluation or read; 0 if none runs. */
  get since(): number {
    return this.#evaluationSince || Atomics.load(this.#cells, sinceCell)
  }

  get #evaluationSince(): number {
    return Atomics.load(this.#cells, evaluationSinceCell)
  }

  #take(slot: number): boolean {
    return Atomics.compareExchange(this.#cells, cellOf(slot), waiting, taken) === waiting
  }
}

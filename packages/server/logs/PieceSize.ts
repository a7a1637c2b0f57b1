/** Milliseconds that one piece of work should take: other entries wait for it to be stored. */
const pieceMs = 10
const [minCount, maxCount] = [10, 5_000]

/** How many rows or pages a piece of work takes, by the time that the last full one took. */
export class PieceSize {
  #count = 50

  /**
   * Does a piece of work.
   * @param work does it for so many rows or pages at most, and returns for how many it did
   * @returns whether more is left: the piece was full
   */
  async measure(work: (count: number) => Promise<number>): Promise<boolean> {
    const started = performance.now()
    const count = this.#count
    if ((await work(count)) < count) return false
    const factor = Math.min(2, pieceMs / (performance.now() - started))
    this.#count = Math.round(Math.min(maxCount, Math.max(minCount, count * factor)))
    return true
  }
}

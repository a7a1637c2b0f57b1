/** Target duration of a step, in milliseconds. New entries have to wait until it is done. */
const targetMs = 10
const [minCount, maxCount] = [10, 5_000]

/** Adapts the number of rows or pages in a step to the duration of the last full step. */
export class StepSize {
  #count = 50

  /**
   * Runs a step and measures it.
   * @param work processes up to `count` rows or pages, and returns how many it has processed
   * @returns whether there can be more to do, because the step was full
   */
  async measure(work: (count: number) => Promise<number>): Promise<boolean> {
    const started = performance.now()
    const count = this.#count
    if ((await work(count)) < count) return false
    const factor = Math.min(2, targetMs / (performance.now() - started))
    this.#count = Math.round(Math.min(maxCount, Math.max(minCount, count * factor)))
    return true
  }
}

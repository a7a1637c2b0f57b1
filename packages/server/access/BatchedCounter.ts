import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Reader } from '../db/engine.ts'
import { join, type Sql, sql } from '../db/sql.ts'

/** Maximum number of counts in one statement. If one of them fails, each is repeated alone. */
const maxBatch = 50

interface Waiting {
  count: Sql
  resolve: (result: number | undefined) => void
}

/**
 * Runs counts, several in one statement, and equal ones once. A count that fails, or has not begun before the deadline, is undefined.
 */
export class BatchedCounter {
  readonly reader: Reader
  /** On the clock of `performance.now()`. */
  readonly deadline: number
  readonly #known = new Map<string, Promise<number | undefined>>()
  #waiting: Waiting[] = []

  constructor(reader: Reader, deadline: number) {
    this.reader = reader
    this.deadline = deadline
  }

  /** @param count a query that returns one number */
  count(count: Sql): Promise<number | undefined> {
    const key = JSON.stringify([count.text, ...count.values.map(value => [typeof value, String(value)])])
    const known = this.#known.get(key)
    if (known) return known
    const result = new Promise<number | undefined>(resolve => {
      if (this.#waiting.length === 0) void this.#runSoon()
      this.#waiting.push({ count, resolve })
    })
    this.#known.set(key, result)
    return result
  }

  /** Runs all counts that are asked for until the end of this turn of the event loop. */
  async #runSoon(): Promise<void> {
    await nextTurn()
    const waiting = this.#waiting
    this.#waiting = []
    for (let start = 0; start < waiting.length; start += maxBatch) await this.#run(waiting.slice(start, start + maxBatch))
  }

  async #run(batch: readonly Waiting[]): Promise<void> {
    try {
      const isLate = performance.now() > this.deadline
      const counts = batch.map(({ count }) => sql`(${count})`)
      const row = isLate ? undefined : await this.reader.row(sql`SELECT ${join(counts)}`)
      batch.forEach(({ resolve }, index) => {
        resolve(row ? Number(row[index]) : undefined)
      })
    } catch {
      const [only, ...more] = batch
      if (more.length === 0) only?.resolve(undefined)
      else for (const waiting of batch) await this.#run([waiting])
    }
  }
}

import type { BucketTake, NodeCounters as Counters, WindowTake } from '../../nodes.ts'
import type { NodeQuery } from './NodeMailbox.ts'

/** The milliseconds since 1970 by the clock of the database. */
const now = 'extract(epoch FROM clock_timestamp()) * 1000'

/** Takes a token of a bucket if it has one. */
const takeToken = `INSERT INTO "_cofferAttempts" AS a (name, "fullAt") VALUES ($1, ${now} + $2::float8)
  ON CONFLICT (name) DO UPDATE SET "fullAt" = greatest(a."fullAt", excluded."fullAt" - $2) + $2
    WHERE a."fullAt" <= excluded."fullAt" - $2 + $3::float8`

const giveBackToken = `UPDATE "_cofferAttempts" SET "fullAt" = "fullAt" - $2::float8 WHERE name = $1`

const findWait = `SELECT ("fullAt" - $2::float8 - ${now})::float8 AS wait FROM "_cofferAttempts" WHERE name = $1`

/** Takes requests of a window, or of the next one if it is over. */
const takeOfWindow = `INSERT INTO "_cofferNodeWindows" AS w (key, ends, taken) VALUES ($1, ${now} + $2::float8, $3::float8)
  ON CONFLICT (key) DO UPDATE SET
    taken = CASE WHEN w.ends <= excluded.ends - $2 THEN excluded.taken ELSE w.taken + excluded.taken END,
    ends = CASE WHEN w.ends <= excluded.ends - $2 THEN excluded.ends ELSE least(w.ends, excluded.ends) END
  RETURNING w.taken - $3 AS before, (w.ends - ${now})::float8 AS "leftMs"`

/** Maximum number of windows that are stored. Beyond it, the ones that end first are forgotten once a minute. */
const maxWindows = 100_000

const trims = [
  `DELETE FROM "_cofferAttempts" WHERE "fullAt" <= ${now}`,
  `DELETE FROM "_cofferNodeWindows" WHERE ends <= greatest(${now}, (SELECT ends FROM "_cofferNodeWindows" ORDER BY ends DESC OFFSET ${maxWindows} LIMIT 1))`,
]

/** Counts of all nodes of a database. Each statement is its own transaction, so a node that is suspended holds no lock. */
export class NodeCounters implements Counters {
  readonly #query: NodeQuery

  /** @param query runs a statement outside of transactions */
  constructor(query: NodeQuery) {
    this.#query = query
  }

  async takeTokens(buckets: readonly BucketTake[]): Promise<number[]> {
    // One after another: attempts that took the buckets at once could keep each other from the last tokens.
    for (const [index, bucket] of buckets.entries()) {
      if (await this.#takeToken(bucket)) continue
      await this.giveBackTokens(buckets.slice(0, index))
      const waitMs = await this.#waitFor(bucket)
      return buckets.map(other => (other === bucket ? waitMs : 0))
    }
    return buckets.map(() => 0)
  }

  async giveBackTokens(buckets: readonly BucketTake[]): Promise<void> {
    await Promise.all(buckets.map(({ name, intervalMs }) => this.#query(giveBackToken, [name, intervalMs])))
  }

  async takeRequests({ key, durationMs, count, maxRequests }: WindowTake): Promise<{ granted: number; leftMs: number }> {
    const { rows } = await this.#query<{ before: number; leftMs: number }>(takeOfWindow, [key, durationMs, count])
    const { before = 0, leftMs = 0 } = rows[0] ?? {}
    return { granted: Math.max(0, Math.min(count, maxRequests - before)), leftMs }
  }

  /** Removes what no longer counts. */
  async trim(): Promise<void> {
    for (const statement of trims) await this.#query(statement, [])
  }

  async #takeToken(bucket: BucketTake): Promise<boolean> {
    return (await this.#query(takeToken, [bucket.name, bucket.intervalMs, spareMs(bucket)])).rowCount === 1
  }

  /** The bucket can have regained a token since it was found empty, so the result is at least one millisecond. */
  async #waitFor(bucket: BucketTake): Promise<number> {
    const { rows } = await this.#query<{ wait: number }>(findWait, [bucket.name, spareMs(bucket)])
    return Math.max(1, rows[0]?.wait ?? 0)
  }
}

/** Milliseconds that can be missing from a bucket that still has a token. */
function spareMs({ size, intervalMs }: BucketTake): number {
  return (size - 1) * intervalMs
}

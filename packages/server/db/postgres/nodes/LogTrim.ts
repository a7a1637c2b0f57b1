import type { NodeCounters } from './NodeCounters.ts'
import type { NodeQuery } from './NodeMailbox.ts'

/** Age of the changes that are removed from the log. */
const retentionMs = 60_000

const hasDuties = `SELECT FROM "_cofferNodeDuties" WHERE holder = $1 AND until > clock_timestamp()`

/** Removes what has no use after its time. */
const trims = [
  'DELETE FROM "_cofferNodeMessages" WHERE expires < clock_timestamp()',
  `DELETE FROM "_cofferNodes" WHERE lease < clock_timestamp() - interval '1 hour'`,
  // Until then, the holder can claim its job again.
  `DELETE FROM "_cofferNodeJobs" WHERE until < clock_timestamp() - interval '1 day'`,
]

interface LogTrimParts {
  /** The name of this node. */
  name: string
  /** Runs a statement outside of the session of this node, whose lease must not wait for it. */
  query: NodeQuery
  counters: Pick<NodeCounters, 'trim'>
}

/** Removes what no node needs anymore, once a minute on the node with the duties. */
export class LogTrim {
  readonly #parts: LogTrimParts
  /** A position whose changes can be removed later, and when it was taken. */
  #taken: { position: string; at: number } | undefined
  #isRunning = false

  constructor(parts: LogTrimParts) {
    this.#parts = parts
  }

  /** Forgets the position of a former session. */
  restart(): void {
    this.#taken = undefined
  }

  /** Called after each renewal of the lease, with the position up to which the log has been delivered. */
  async run(current: string): Promise<void> {
    const { name, query, counters } = this.#parts
    const now = performance.now()
    this.#taken ??= { position: current, at: now }
    const { position, at } = this.#taken
    if (this.#isRunning || now - at < retentionMs) return
    this.#taken = { position: current, at: now }
    this.#isRunning = true
    try {
      if ((await query(hasDuties, [name])).rowCount === 0) return
      await query('DELETE FROM "_cofferNodeLog" WHERE pg_visible_in_snapshot(xid, $1::pg_snapshot)', [position])
      await counters.trim()
      for (const statement of trims) await query(statement, [])
    } finally {
      this.#isRunning = false
    }
  }
}

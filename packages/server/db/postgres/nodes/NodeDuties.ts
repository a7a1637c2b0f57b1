import type { NodeDuties as Duties, MinuteClaim } from '../../nodes.ts'

/** Milliseconds for which a node has the duties without taking them again. */
const dutyMs = 5_000

/** The row lock makes one of two nodes wait, and then find that the other one was first. */
const takeDuties = `UPDATE "_cofferNodeDuties" SET holder = $1, until = clock_timestamp() + interval '${dutyMs} ms'
  WHERE holder = $1 OR until < clock_timestamp() RETURNING minute::int`

/**
 * Claims the minute after $2, see `MinuteClaim`. Timers of nodes can fire some seconds before the minute of the database begins, so it can
 * be claimed five seconds before. While a node has the duties, only itself claims minutes: a later minute than $2 is its own, also if its
 * reply was lost. If none is claimed, the minute that has begun is stored, so that the next node makes up for the one after it.
 */
const claimMinute = `
  WITH clock AS (SELECT extract(epoch FROM clock_timestamp()) AS now),
    minutes AS (SELECT floor((now + 5) / 60)::int AS claimable, floor(now / 60)::int AS begun FROM clock),
    c AS (SELECT minutes.*, $2 < claimable AND (NOT $3 OR $2 = claimable - 1) AS "isAllowed" FROM minutes)
  UPDATE "_cofferNodeDuties" d SET minute = CASE WHEN "isAllowed" THEN claimable ELSE begun END FROM c
  WHERE d.holder = $1 AND d.until > clock_timestamp() AND CASE WHEN "isAllowed" THEN d.minute <= claimable ELSE d.minute < begun END
  RETURNING CASE WHEN "isAllowed" THEN claimable END AS minute`

/**
 * Commits after all that was committed before, and waits for that: for the disk or a standby, as the database is configured. It locks
 * nothing. The claim itself must not wait, because its lock would stop the session of the node, which renews the lease.
 */
const flush = `SELECT pg_logical_emit_message(true, 'coffer', '')`

const minuteMs = 60_000

type Query = (text: string, values: unknown[]) => Promise<{ rows: { minute?: number | null }[] }>

/** Takes and releases the duties of a node in the database. */
export class NodeDuties implements Duties {
  readonly #name: string
  readonly #query: Query
  readonly #queryBeside: Query

  /**
   * @param query runs a statement in the session of the node, without waiting for its commit
   * @param queryBeside runs a statement outside of transactions, and waits for its commit
   */
  constructor(name: string, query: Query, queryBeside: Query) {
    this.#name = name
    this.#query = query
    this.#queryBeside = queryBeside
  }

  take(): Promise<number | undefined> {
    return this.#changeRow(takeDuties, [this.#name])
  }

  async claimMinute({ after, onlyNext }: MinuteClaim): Promise<number | undefined> {
    const minute = await this.#changeRow(claimMinute, [this.#name, after / minuteMs, onlyNext])
    // After a failover that has lost the claim, another node could claim the minute again.
    if (minute !== undefined) await this.#queryBeside(flush, [])
    return minute
  }

  /** Lets another node take the duties at once. */
  async release(): Promise<void> {
    await this.#query(`UPDATE "_cofferNodeDuties" SET until = clock_timestamp() WHERE holder = $1`, [this.#name])
  }

  /** Returns the claimed minute of the row in milliseconds since 1970; undefined if the row has none, or was not changed. */
  async #changeRow(statement: string, values: unknown[]): Promise<number | undefined> {
    const minute = (await this.#query(statement, values)).rows[0]?.minute
    return typeof minute === 'number' ? minute * minuteMs : undefined
  }
}

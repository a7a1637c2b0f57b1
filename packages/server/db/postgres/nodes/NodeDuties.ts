import type { NodeDuties as Duties } from '../../engine.ts'

/** Milliseconds for which a node has the duties without taking them again. */
const dutyMs = 5_000

/** The row lock makes one of two nodes wait, and then find that the other one was first. */
const takeDuties = `UPDATE "_cofferNodeDuties" SET holder = $1, until = clock_timestamp() + interval '${dutyMs} ms'
  WHERE holder = $1 OR until < clock_timestamp()`

/**
 * Claims a minute. Timers of nodes can fire some seconds before the minute of the database begins, so it can be claimed five seconds before.
 * If none is claimed, the minute that has begun is stored, so that the next node makes up for the one after it.
 */
const claimMinute = `
  WITH clock AS (SELECT extract(epoch FROM clock_timestamp()) AS now),
    minutes AS (SELECT floor((now + 5) / 60)::int AS claimable, floor(now / 60)::int AS begun FROM clock),
    claims AS (SELECT minutes.*, NOT $2 OR before.minute = claimable - 1 AS "isAllowed" FROM minutes, "_cofferNodeDuties" before),
    c AS (SELECT CASE WHEN "isAllowed" THEN claimable ELSE begun END AS minute, "isAllowed" FROM claims)
  UPDATE "_cofferNodeDuties" d SET minute = c.minute FROM c
  WHERE d.holder = $1 AND d.until > clock_timestamp() AND d.minute < c.minute
  RETURNING CASE WHEN "isAllowed" THEN c.minute END AS minute`

type Query = (text: string, values: unknown[]) => Promise<{ rowCount: number | null; rows: { minute?: number | null }[] }>

/** Takes and releases the duties of a node in the database. */
export class NodeDuties implements Duties {
  readonly #name: string
  readonly #query: Query

  constructor(name: string, query: Query) {
    this.#name = name
    this.#query = query
  }

  async take(): Promise<boolean> {
    return (await this.#query(takeDuties, [this.#name])).rowCount === 1
  }

  async claimMinute({ onlyNext }: { onlyNext: boolean }): Promise<number | undefined> {
    const minute = (await this.#query(claimMinute, [this.#name, onlyNext])).rows[0]?.minute
    return typeof minute === 'number' ? minute * 60_000 : undefined
  }

  /** Lets another node take the duties at once. */
  async release(): Promise<void> {
    await this.#query(`UPDATE "_cofferNodeDuties" SET until = clock_timestamp() WHERE holder = $1`, [this.#name])
  }
}

import type { NodeDuties as Duties } from '../../engine.ts'

/** Milliseconds for which a node has the duties without taking them again. */
const dutyMs = 5_000

/** The row lock makes one of two nodes wait, and then find that the other one was first. */
const takeDuties = `UPDATE "_cofferNodeDuties" SET holder = $1, until = clock_timestamp() + interval '${dutyMs} ms'
  WHERE holder = $1 OR until < clock_timestamp()`

/** Timers of nodes can fire some seconds before the minute of the database begins. */
const currentMinute = 'floor((extract(epoch FROM clock_timestamp()) + 5) / 60)::int'

const claimMinute = `UPDATE "_cofferNodeDuties" d SET minute = c.minute FROM (SELECT ${currentMinute} AS minute) c
  WHERE d.holder = $1 AND d.until > clock_timestamp() AND d.minute < c.minute AND (NOT $2 OR d.minute = c.minute - 1)
  RETURNING c.minute`

type Query = (text: string, values: unknown[]) => Promise<{ rowCount: number | null; rows: { minute?: number }[] }>

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
    return minute === undefined ? undefined : minute * 60_000
  }

  /** Lets another node take the duties at once. */
  async release(): Promise<void> {
    await this.#query(`UPDATE "_cofferNodeDuties" SET until = clock_timestamp() WHERE holder = $1`, [this.#name])
  }
}

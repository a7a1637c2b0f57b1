import type { ClaimedJob, NodeJobs as Jobs, Reader } from '../../engine.ts'
import { name, sql } from '../../sql.ts'
import type { NodeQuery } from './NodeMailbox.ts'

/** Claims a job for a minute. The row lock makes one of two nodes wait, and then find that the other one was first. */
const claimJob = `INSERT INTO "_cofferNodeJobs" AS j (name, holder, until) VALUES ($1, $2, clock_timestamp() + interval '1 minute')
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
    WHERE j.holder = excluded.holder OR j.until < clock_timestamp()`

const renewJob = `UPDATE "_cofferNodeJobs" SET until = clock_timestamp() + interval '1 minute' WHERE name = $1 AND holder = $2`

const releaseJob = 'DELETE FROM "_cofferNodeJobs" WHERE name = $1 AND holder = $2'

const listJobs = 'SELECT name FROM "_cofferNodeJobs" WHERE until > clock_timestamp() ORDER BY name'

/** Claims the jobs that a node runs, by the clock of the database. */
export class NodeJobs implements Jobs {
  readonly #query: NodeQuery

  /** @param query runs a statement outside of transactions */
  constructor(query: NodeQuery) {
    this.#query = query
  }

  async claim(job: string, holder: string): Promise<boolean> {
    return (await this.#query(claimJob, [job, holder])).rowCount === 1
  }

  async renew(job: string, holder: string): Promise<boolean> {
    return (await this.#query(renewJob, [job, holder])).rowCount === 1
  }

  async isHeld(transaction: Reader, { job, holder }: ClaimedJob): Promise<boolean> {
    const held = sql`SELECT 1 FROM ${name('_cofferNodeJobs')} WHERE name = ${job} AND holder = ${holder} FOR SHARE`
    return (await transaction.row(held)) !== undefined
  }

  async release(job: string, holder: string): Promise<void> {
    await this.#query(releaseJob, [job, holder])
  }

  async listClaimed(): Promise<string[]> {
    return (await this.#query<{ name: string }>(listJobs, [])).rows.map(({ name }) => name)
  }
}

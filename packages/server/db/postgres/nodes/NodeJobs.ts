import type { NodeJobs as Jobs } from '../../engine.ts'
import type { NodeQuery } from './NodeMailbox.ts'

/** Claims a job for a minute. The row lock makes one of two nodes wait, and then find that the other one was first. */
const claimJob = `INSERT INTO "_cofferNodeJobs" AS j (name, holder, until) VALUES ($1, $2, clock_timestamp() + interval '1 minute')
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
    WHERE j.holder = excluded.holder OR j.until < clock_timestamp()`

const releaseJob = 'DELETE FROM "_cofferNodeJobs" WHERE name = $1 AND holder = $2'

const listJobs = 'SELECT name FROM "_cofferNodeJobs" WHERE until > clock_timestamp() ORDER BY name'

/** Claims the jobs that a node runs, by the clock of the database. */
export class NodeJobs implements Jobs {
  readonly #holder: string
  readonly #query: NodeQuery

  /**
   * @param holder the process that runs the jobs. The next process of the same node is another one, because jobs of the former can go on
   * @param query runs a statement outside of transactions
   */
  constructor(holder: string, query: NodeQuery) {
    this.#holder = holder
    this.#query = query
  }

  async claim(job: string): Promise<boolean> {
    return (await this.#query(claimJob, [job, this.#holder])).rowCount === 1
  }

  async release(job: string): Promise<void> {
    await this.#query(releaseJob, [job, this.#holder])
  }

  async listClaimed(): Promise<string[]> {
    return (await this.#query<{ name: string }>(listJobs, [])).rows.map(({ name }) => name)
  }
}

import { Connection } from './Connection.ts'
import type { Engine } from './engine.ts'

/** The engine of a reader thread: its connection cannot write. */
export class SqliteReader implements Engine {
  readonly #connection: Connection

  constructor(path: string) {
    this.#connection = new Connection(path, { readOnly: true })
  }

  rows: Engine['rows'] = statement => this.#connection.rows(statement)
  row: Engine['row'] = statement => this.#connection.row(statement)

  transaction(): Promise<never> {
    throw new Error('A reader thread cannot write: the endpoint must say `runs: "writes"`.')
  }

  async close(): Promise<void> {
    this.#connection.close()
  }
}
